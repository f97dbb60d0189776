# What scripts read from the pages and headers of the sources.

# example LANGUAGE PAGE: the lines of the first block in this language.
example() { sed -n "/^\`\`\`$1\$/,/^\`\`\`\$/{/^\`\`\`\$/q;/^\`\`\`/!p}" "$2"; }

# version_of [FILE]: the version in types.h.
version_of() { sed -n 's/^#define SIDLE_VERSION  *"\(.*\)"/\1/p' "$@"; }
