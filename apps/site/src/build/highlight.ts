import { createCssVariablesTheme, createHighlighterCore, type HighlighterCore } from '@shikijs/core'
import { createJavaScriptRegexEngine } from '@shikijs/engine-javascript'
import bash from '@shikijs/langs/bash'
import http from '@shikijs/langs/http'
import ini from '@shikijs/langs/ini'
import json from '@shikijs/langs/json'
import nginx from '@shikijs/langs/nginx'
import python from '@shikijs/langs/python'
import typescript from '@shikijs/langs/typescript'
import type { Element, ElementContent } from 'hast'

const theme = createCssVariablesTheme({ name: 'classes', variablePrefix: '--', variableDefaults: {} })

/**
 * Marks the parts of code with classes: `tk-keyword`, `tk-string` … The style sheet gives each a colour in each theme.
 */
export class CodeHighlighter {
  readonly #highlighter: HighlighterCore

  constructor(highlighter: HighlighterCore) {
    this.#highlighter = highlighter
  }

  static async create(): Promise<CodeHighlighter> {
    return new CodeHighlighter(
      await createHighlighterCore({
        themes: [theme],
        langs: [bash, http, ini, json, nginx, python, typescript],
        engine: createJavaScriptRegexEngine(),
      }),
    )
  }

  knows(language: string): boolean {
    return language === 'text' || this.#highlighter.getLoadedLanguages().includes(language)
  }

  /** Returns the contents of the `code` element. */
  highlight(code: string, language: string): ElementContent[] {
    const result: ElementContent[] = []
    if (language === 'text') result.push({ type: 'text', value: code })
    else {
      const { tokens } = this.#highlighter.codeToTokens(code, { lang: language, theme: 'classes' })
      for (const [index, line] of tokens.entries()) {
        if (index > 0) push(result, '\n', undefined)
        for (const { content, color } of line)
          push(result, content, /^var\(--token-(.*)\)$/.exec(color ?? '')?.[1])
      }
    }
    return result
  }
}

/** Appends text, and joins it to the last piece if both have the same class. */
function push(result: ElementContent[], text: string, token: string | undefined): void {
  const className = token === undefined || text.trim() === '' ? undefined : `tk-${token}`
  const last = result.at(-1)
  const lastClass = last?.type === 'element' ? String((last.properties.className as string[])[0]) : undefined
  if (last?.type === 'text' && className === undefined) last.value += text
  else if (last?.type === 'element' && lastClass === className && last.children[0]?.type === 'text')
    last.children[0].value += text
  else if (className === undefined) result.push({ type: 'text', value: text })
  else result.push(span(className, text))
}

const span = (className: string, text: string): Element => ({
  type: 'element',
  tagName: 'span',
  properties: { className: [className] },
  children: [{ type: 'text', value: text }],
})
