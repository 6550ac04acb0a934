import type { BlockRule } from './block-parser.ts'
import { append, element, finishedBlock, type Block } from './block.ts'
import { escapeAttribute, escapeCode } from './html.ts'
import { trimNewlines } from './lines.ts'

/** Lines indented by four spaces are code without a language. */
export const parseIndentedCode: BlockRule = (parent, pieces) => {
  const text = pieces[0] as string
  if (!text.startsWith('    ')) return false
  pieces.shift()
  const lines = text.split('\n')
  const code: string[] = []
  for (const line of lines) {
    if (line.startsWith('    ')) code.push(line.slice(4))
    else if (line.trim() === '') code.push('')
    else break
  }
  const previous = parent.children.at(-1)
  const content = `${code.join('\n').trimEnd()}\n`
  if (previous?.tag === 'pre') previous.text += `\n${content}`
  else append(parent, element('pre', content))
  const rest = lines.slice(code.length).join('\n')
  if (rest !== '') pieces.unshift(rest)
  return true
}

/** A block of code as HTML. `language` is what the author wrote after the fence, or "". */
export function codeBlock(code: string, language: string): Block {
  return finishedBlock(codeBlockHtml(code, language))
}

export function codeBlockHtml(code: string, language: string): string {
  const attribute = language === '' ? '' : ` data-code-language="${escapeAttribute(language)}"`
  return `<div class="codehilite"${attribute}><pre><span></span><code>${escapeCode(trimNewlines(code))}\n</code></pre></div>`
}
