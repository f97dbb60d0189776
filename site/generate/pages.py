"""The pages: those of the repository under their paths, and those of site/pages, which may include parts of others.

A link to a page stays as it is, as all pages keep their places. A link to another file or folder of the repository leads
to a page that shows it. In a page of site/pages a line of its own includes something:

    {{ block FILE LANGUAGE }}     the first block of code in that language
    {{ section FILE HEADING }}    what stands under a heading, without the heading
    {{ file FILE }}               a whole file as a block of code
    {{ NAME [WORD ...] }}         what the generator of that name returns
"""
import os
import re
import shutil
from pathlib import Path
from textwrap import indent

PICTURES = {'.png', '.gif', '.svg'}
LANGUAGES = {'.c': 'c', '.h': 'c', '.cpp': 'cpp', '.hpp': 'cpp', '.py': 'python', '.sh': 'sh', '.rs': 'rust', '.lua': 'lua',
             '.mjs': 'js', '.js': 'js', '.ts': 'ts', '.cs': 'csharp', '.toml': 'toml', '.json': 'json', '.html': 'html'}
FOLDERS = ('bindings', 'docs', 'maps', 'packaging', 'src', 'test', 'web')  # and the root itself
LEFT_OUT = re.compile(r'/(build|node_modules|target|\.[^/]*)/')
LINK = re.compile(r'(`[^`]*`)|\]\(([^)\s]+)\)')


class Pages:
    def __init__(self, source, target):
        self.source, self.target = source, target
        self.shown = set()

    def write(self, path, text):
        place = self.target / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding='utf-8')

    def add_repository(self):
        files = [*self.source.glob('*.md'), *(f for name in FOLDERS for f in (self.source / name).rglob('*.md'))]
        for file in sorted(files):
            path = file.relative_to(self.source)
            if not LEFT_OUT.search(str(path)):
                self.write(self.place_of(path), self.rewrite(file.read_text(encoding='utf-8'), path, path))

    def add_own(self, generators):
        own = self.source / 'site' / 'pages'
        for file in sorted(own.rglob('*.md')):
            path = file.relative_to(own)
            text = self.rewrite(file.read_text(encoding='utf-8'), path, path)
            def put_in(match):
                return indent(self.include(match[2], match[3], path, generators), match[1])
            self.write(path, re.sub(r'^( *)\{\{ (\S+) ?(.*?) \}\}$', put_in, text, flags=re.M))

    def include(self, kind, what, path, generators):
        words = what.split(' ', 1)
        if kind in generators:
            return generators[kind](*what.split())
        file = Path(words[0])
        text = (self.source / file).read_text(encoding='utf-8')
        if kind == 'block':
            return re.search(rf'^```{words[1]}[^\n]*\n.*?^```$', text, re.M | re.S)[0].replace(',ignore', '')
        if kind == 'file':
            return fenced(text, file)
        level = re.search(rf'^(#+) {re.escape(words[1])}$', text, re.M)
        section = re.match(rf'(.*?)(?=^#{{1,{len(level[1])}}} |\Z)', text[level.end():], re.M | re.S)[1]
        return self.rewrite(section.strip(), file, path)

    @staticmethod
    def place_of(path):
        return Path('index.md') if str(path) == 'README.md' else path

    def rewrite(self, text, written_in, shown_in):
        """Turns the links of a text that stands in one file and is shown in another."""
        parts = re.split(r'(^ *```.*?^ *```$)', text, flags=re.M | re.S)
        def link(match):
            return match[1] or f']({self.target_of(match[2], written_in, shown_in)})'
        return ''.join(part if k % 2 else LINK.sub(link, part) for k, part in enumerate(parts))

    def target_of(self, link, written_in, shown_in):
        address, mark, heading = link.partition('#')
        if not address or '://' in address:
            return link
        path = Path(os.path.normpath(written_in.parent / address))
        file = self.source / path
        if (file / 'README.md').exists():
            path = path / 'README.md'
        elif path.suffix in PICTURES and file.exists():
            (self.target / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, self.target / path)
        elif file.exists() and path.suffix != '.md':
            path = self.show(path)
        return os.path.relpath(self.place_of(path), shown_in.parent) + mark + heading

    def show(self, path):
        """The page that shows a file, or lists a folder."""
        page = Path('files') / f'{path}.md'
        if page in self.shown:
            return page
        self.shown.add(page)
        file = self.source / path
        if file.is_dir():
            names = sorted(p.name + ('/' if p.is_dir() else '') for p in file.iterdir() if not p.name.startswith('.'))
            text = '\n'.join(f'- `{name}`' for name in names)
        else:
            text = fenced(file.read_text(encoding='utf-8'), path)
        self.write(page, f'# {path.name}\n\n`{path}`\n\n{text}\n')
        return page


def fenced(text, path):
    return f'~~~~~{LANGUAGES.get(path.suffix, "")}\n{text.rstrip()}\n~~~~~'
