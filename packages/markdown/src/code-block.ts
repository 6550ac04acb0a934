import type { BlockRule } from './block-parser.ts'
import { append, element } from './block.ts'
import { findCodeLanguage, shebangLanguage, type Highlighter } from './highlight.ts'
import { escapeAttribute, escapeCode, escapeLiteral } from './html.ts'
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

/** Writes a fenced block of code. `word` is the text that the author wrote after the fence, or "". */
export function fencedCodeHtml(code: string, word: string, highlighter: Highlighter | null): string {
  const language = findCodeLanguage(word)
  const grammar = codeGrammar(code, word)
  const content = trimNewlines(code)
  const highlighted = grammar === '' ? null : (highlighter?.highlight(content, grammar) ?? null)
  // Quotes are escaped only without a language.
  const plain = word === '' ? escapeCode(content) : escapeLiteral(content)
  return wrap(highlighted ?? plain, language?.name ?? word.toLowerCase())
}

/** Returns the grammar for a fenced block: that of its language, or else of the program that its first line names. */
export function codeGrammar(code: string, word: string): string {
  const language = word === '' ? shebangLanguage(code) : findCodeLanguage(word)
  return language?.grammar ?? ''
}

/** Code without a language. */
export function plainCodeHtml(code: string): string {
  return wrap(escapeCode(trimNewlines(code)), '')
}

function wrap(html: string, language: string): string {
  const attribute = language === '' ? '' : ` data-code-language="${escapeAttribute(language)}"`
  return `<div class="codehilite"${attribute}><pre><span></span><code>${html}\n</code></pre></div>`
}
