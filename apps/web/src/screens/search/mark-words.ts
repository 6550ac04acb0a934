/**
 * Marks words in elements by a named highlight (`::highlight(name)`). The elements stay as they are; earlier marks go.
 * Browsers that know no highlights show none.
 */
export function markWords(name: string, elements: Iterable<Element>, words: readonly string[]): void {
  if (typeof Highlight === 'undefined') return
  const escaped = words.map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`))
  if (escaped.length === 0) {
    CSS.highlights.delete(name)
    return
  }
  const pattern = new RegExp(escaped.join('|'), 'giu')
  const found = new Highlight()
  for (const element of elements) {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const text = walker.currentNode as Text
      for (const { index, 0: word } of text.data.matchAll(pattern)) {
        const range = new StaticRange({
          startContainer: text,
          startOffset: index,
          endContainer: text,
          endOffset: index + word.length,
        })
        found.add(range)
      }
    }
  }
  CSS.highlights.set(name, found)
}
