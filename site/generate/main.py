"""main.py SOURCE WORK --playground FILE [--films]: lays out the pages of the site as Markdown in WORK/pages, with the
paths that they have in the repository, and writes WORK/mkdocs.yml."""
import argparse
import shutil
from pathlib import Path

import charts
import films
import reference
from pages import Pages


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('source', type=Path)
    parser.add_argument('work', type=Path)
    parser.add_argument('--playground', type=Path, required=True)
    parser.add_argument('--films', action='store_true')
    options = parser.parse_args()
    target = options.work / 'pages'
    shutil.rmtree(target, ignore_errors=True)
    pages = Pages(options.source, target)
    pages.add_repository()
    pages.add_own({
        'charts': lambda name: charts.chart(options.source, name),
        'films': lambda: films.table(options.source, target, options.films),
        'playground': lambda: playground(options.playground, target),
    })
    for path, text in reference.pages(options.source).items():
        pages.write(path, text)
    shutil.copytree(options.source / 'site' / 'assets', target / 'assets')
    shutil.copy(options.source / 'site' / 'mkdocs.yml', options.work / 'mkdocs.yml')


def playground(built, target):
    if not built.exists():
        return 'This copy of the site was built without the playground: `clang`, `lld`, `wasi-libc` or `node` was missing.'
    shutil.copy(built, target / 'playground.html')
    return ('<p><a href="playground.html">Open it in the whole window</a></p>\n'
            '<iframe class="playground" src="playground.html" title="The playground" loading="lazy"></iframe>')


main()
