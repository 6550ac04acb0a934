import { useLayoutEffect, useRef } from 'preact/hooks'
import { memo } from './memo.ts'
import { prepareHtml } from './prepare-html.ts'
import type { Reader } from './reader.ts'

interface MessageHtmlProps {
  readonly id: string
  readonly html: string
  readonly reader: Reader
  readonly hasAlertWord: boolean
}

/** The body of a message. Its nodes are made again only when the HTML or the reader changes. */
export const MessageHtml = memo(function MessageHtml({ id, html, reader, hasAlertWord }: MessageHtmlProps) {
  const body = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const content = prepareHtml(html, reader, hasAlertWord)
    if (content.querySelector('.katex')) loadFormulaStyles()
    body.current!.replaceChildren(content)
  }, [html, reader, hasAlertWord])
  return <div id={id} ref={body} class="message-html" />
})

/** Loads the style sheet of formulas with the first one: it needs 20 fonts. The page says where it is. */
function loadFormulaStyles(): void {
  const address = document.querySelector<HTMLMetaElement>('meta[name="formula-styles"]')
  if (!address) return
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = address.content
  address.replaceWith(link)
}
