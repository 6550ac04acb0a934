import { useEffect, useId, useState } from 'preact/hooks'
import { renderLocally } from '#outbox/render-locally.ts'
import { actAlone } from '#parts/messages/act-alone.ts'
import { MessageHtml } from '#parts/messages/message-html.tsx'
import { useReader } from '#parts/messages/use-reader.ts'
import { useApp } from '#state/use-app.ts'
import { t } from '#words/words.ts'

/** Shown as they are, in all languages: these are the signs that people type. */
const examples = [
  '**bold**, *italic*, ~~struck~~',
  '[Tagma](https://example.com)',
  '`code`',
  '```python\nprint(1 + 1)\n```',
  '* one\n* two',
  '1. one\n2. two',
  '> quoted',
  '```spoiler Title\nhidden\n```',
  '$$x^2$$',
  ':tada:',
  '<time:2026-11-22T14:00:00Z>',
  '| a | b |\n| --- | --- |\n| 1 | 2 |',
  '---',
]

/** How messages are formatted: examples, and a field to try others. */
export function Formatting() {
  const [text, setText] = useState('')
  return (
    <>
      <label class="help-try">
        <span>{t('help.try')}</span>
        <textarea
          class="field"
          rows={3}
          value={text}
          dir="auto"
          onInput={({ currentTarget: { value } }) => setText(value)}
        />
      </label>
      {text !== '' && <Shown text={text} />}
      <table class="help-table">
        <thead>
          <tr>
            <th scope="col">{t('help.written')}</th>
            <th scope="col">{t('help.shown')}</th>
          </tr>
        </thead>
        <tbody>
          {examples.map((example) => (
            <tr key={example}>
              <td>
                <code dir="ltr">{example}</code>
              </td>
              <td>
                <Shown text={example} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

/** A text as it looks in a message. */
function Shown({ text }: { readonly text: string }) {
  const { store } = useApp()
  const reader = useReader()
  const id = useId()
  const [html, setHtml] = useState('')
  useEffect(() => {
    const { state } = store.get()
    let isLatest = true
    if (state) void renderLocally(text, state).then((set) => isLatest && setHtml(set))
    return () => void (isLatest = false)
  }, [store, text])
  return (
    <div onClick={actAlone}>
      <MessageHtml id={id} html={html} reader={reader} hasAlertWord={false} />
    </div>
  )
}
