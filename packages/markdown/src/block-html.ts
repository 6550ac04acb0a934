import type { Block } from './block.ts'
import { plainCodeHtml } from './code-block.ts'
import { renderInline } from './inline.ts'
import type { Rendering } from './rendering.ts'

/** Writes the blocks of a message. Block elements inside block elements start on lines of their own. */
export function messageHtml(root: Block, rendering: Rendering): string {
  const html = childrenHtml(root, rendering, false)
  return (html + previewsIn(html, rendering)).trim()
}

function childrenHtml(block: Block, rendering: Rendering, inQuote: boolean): string {
  let html = ''
  for (const child of block.children) {
    html += blockHtml(child, rendering, inQuote)
    if (child.tail !== '') html += renderInline(child.tail, rendering, inQuote)
  }
  return html
}

function blockHtml(block: Block, rendering: Rendering, inQuote: boolean): string {
  if (block.html !== null) return `${block.html}\n`
  switch (block.tag) {
    case 'p':
      return paragraphHtml(block, rendering, inQuote)
    case 'hr':
      return '<hr>\n'
    case 'pre':
      return `${plainCodeHtml(block.text)}\n`
    case 'spoiler':
      return spoilerHtml(block, rendering, inQuote)
    default:
      return elementHtml(block, rendering, inQuote || block.tag === 'blockquote')
  }
}

function elementHtml(block: Block, rendering: Rendering, inQuote: boolean): string {
  let text = block.text === '' ? '' : renderInline(block.text, rendering, inQuote)
  const previews = block.tag === 'li' ? previewsIn(text, rendering) : ''
  if (previews !== '' && text === rendering.replaceableLink) text = ''
  const children = childrenHtml(block, rendering, inQuote)
  const newline = text.trim() === '' && children !== '' ? '\n' : ''
  // A newline follows the element, unless text does: that text begins with its own newline.
  const after = block.tail === '' ? '\n' : ''
  return `<${block.tag}${block.attributes}>${text}${newline}${children}${previews}</${block.tag}>${after}`
}

/**
 * Writes a paragraph and the previews of its links behind it. If it holds only the address of a picture, only the
 * preview is written.
 */
function paragraphHtml(block: Block, rendering: Rendering, inQuote: boolean): string {
  const outer = rendering.takePreviews('')
  const text = renderInline(block.text, rendering, inQuote)
  const previews = previewsIn(text, rendering)
  rendering.addPreviews(outer)
  if (previews === '') return `<p>${text}</p>\n`
  return text === rendering.replaceableLink ? previews : `<p>${text}</p>\n${previews}`
}

function spoilerHtml(block: Block, rendering: Rendering, inQuote: boolean): string {
  const outer = rendering.takePreviews('')
  const parts = block.children.map((part) => {
    const inside = childrenHtml(part, rendering, inQuote)
    return `<div${part.attributes}>\n${inside}${previewsIn(inside, rendering)}</div>`
  })
  rendering.addPreviews(outer)
  return `<div class="spoiler-block">${parts.join('')}</div>\n`
}

/** Writes the previews of the links in the HTML that was just written. */
function previewsIn(html: string, rendering: Rendering): string {
  return rendering
    .takePreviews(html)
    .map((preview) => preview.html)
    .join('')
}
