# Makes the plain comments of the public headers into those that Doxygen reads, line by line. A comment
# before a declaration describes what follows, a comment behind code what stands before it. The rulers
# between groups of functions go.
s|^/\* ---- .* ---- \*/$||
1s|^/\* |/** @file\n * |
s|^( *)/\* |\1/** |
s|([^ ].*) /\* |\1 /**< |
# A lone full stop would end a list.
s|(/\*\*<) \. |\1 \\. |
