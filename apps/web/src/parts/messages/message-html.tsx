import { useLayoutEffect, useRef } from 'preact/hooks'
import { loadStyles } from '#parts/load-styles.ts'
import { memo } from '#parts/memo.ts'
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
    // With the first formula: its style sheet needs 20 fonts.
    if (content.querySelector('.katex')) loadStyles('formula-styles').catch(() => undefined)
    body.current!.replaceChildren(content)
  }, [html, reader, hasAlertWord])
  return <div id={id} ref={body} class="message-html" />
})
