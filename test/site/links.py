"""links.py SITE: each link, picture and script of each page leads to a file of the site, and to a heading where it names
one; nothing that a page loads comes from elsewhere."""
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

LOADED = {'script', 'img', 'iframe', 'video', 'source'}


class Page(HTMLParser):
    def __init__(self, file):
        super().__init__()
        self.ids, self.links = set(), []
        self.feed(file.read_text(encoding='utf-8'))

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.ids.add(values.get('id'))
        loads = tag in LOADED or (tag == 'link' and values.get('rel') == 'stylesheet')
        self.links += [(link, loads) for link in (values.get('href'), values.get('src')) if link]


def main(site):
    pages = {file: Page(file) for file in site.rglob('*.html') if file.name not in ('playground.html', '404.html')}
    links = 0
    for file, page in pages.items():
        wrong = []
        for link, loads in page.links:
            address, _, heading = link.partition('#')
            if '://' in address or address.startswith(('data:', 'mailto:')):
                wrong += [f'loads {link}'] if loads else []
                continue
            links += 1
            target = (file.parent / unquote(address)).resolve() if address else file
            if target.is_dir():
                target /= 'index.html'
            if not target.exists():
                wrong.append(f'no file {link}')
            elif heading and target in pages and unquote(heading) not in pages[target].ids:
                wrong.append(f'no heading {link}')
        print(f'FAILED: {file.relative_to(site)}: {"; ".join(sorted(set(wrong))[:5])}' if wrong else f'ok {file.name}')
    print('ok links' if links > 2000 and len(pages) > 60 else f'FAILED: only {links} links on {len(pages)} pages')


main(Path(sys.argv[1]).resolve())
