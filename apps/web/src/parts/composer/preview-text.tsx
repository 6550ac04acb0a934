import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { actAlone } from '#parts/messages/act-alone.ts'
import { MessageHtml } from '#parts/messages/message-html.tsx'
import { useReader } from '#parts/messages/use-reader.ts'
import { t } from '#words/words.ts'

interface PreviewTextProps {
  readonly html: string
  readonly onLeave: () => void
}

/** The text of a box, drawn as a message. It takes the focus; Escape and Alt+P lead back to the text. */
export function PreviewText({ html, onLeave }: PreviewTextProps) {
  const place = useRef<HTMLDivElement>(null)
  const id = useId()
  const reader = useReader()
  useLayoutEffect(() => place.current!.focus(), [])
  return (
    <div
      ref={place}
      class="editor-preview"
      role="region"
      aria-label={t('compose.preview')}
      dir="auto"
      tabIndex={0}
      onClick={actAlone}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' && !(event.altKey && event.key.toLowerCase() === 'p')) return
        event.preventDefault()
        event.stopPropagation()
        onLeave()
      }}
    >
      <MessageHtml id={id} html={html} reader={reader} hasAlertWord={false} />
    </div>
  )
}
