import { Eye, PencilLine } from 'lucide'
import type { ComponentChildren, RefObject } from 'preact'
import { useCallback, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { IconButton } from '#parts/icon-button.tsx'
import { cleanHtml } from '#parts/messages/clean-html.ts'
import { characterOf } from '#state/emoji-character.ts'
import { useApp } from '#state/use-app.ts'
import { t } from '#words/words.ts'

interface PreviewOfBox {
  readonly preview: ComponentChildren
  readonly button: ComponentChildren
  readonly toggle: () => void
  readonly close: () => void
}

/** Shows the text of a box as it will be set, and the text again. */
export function usePreview(box: RefObject<HTMLTextAreaElement | null>): PreviewOfBox {
  const app = useApp()
  /** The preview that is open, if any: an answer to another one comes too late. */
  const opened = useRef<object | undefined>(undefined)
  const [html, setHtml] = useState<string>()
  const isOpen = html !== undefined
  const close = useCallback(() => {
    opened.current = undefined
    setHtml(undefined)
  }, [])
  const toggle = useCallback(() => {
    if (isOpen) {
      close()
      requestAnimationFrame(() => box.current?.focus())
      return
    }
    setHtml('')
    const own = {}
    opened.current = own
    const content = box.current!.value
    void import('#actions/render-preview.ts').then(({ renderPreview }) =>
      renderPreview(app, content, (set) => opened.current === own && setHtml(set)),
    )
  }, [isOpen, app, box, close])
  const label = t('compose.preview')
  const button = (
    <IconButton
      icon={isOpen ? PencilLine : Eye}
      label={label}
      aria-pressed={isOpen}
      tip={`${isOpen ? t('compose.write-on') : label} (Alt+P)`}
      onClick={toggle}
    />
  )
  const preview = isOpen ? <PreviewText html={html} onLeave={toggle} /> : undefined
  return { preview, button, toggle, close }
}

function PreviewText({ html, onLeave }: { readonly html: string; readonly onLeave: () => void }) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => place.current!.focus(), [])
  useLayoutEffect(() => {
    const content = cleanHtml(html)
    for (const emoji of content.querySelectorAll('span.emoji')) {
      const [, code = ''] = /emoji-([0-9a-f-]+)/.exec(emoji.className) ?? []
      emoji.textContent = characterOf(code) ?? emoji.textContent
    }
    place.current!.replaceChildren(content)
  }, [html])
  return (
    <div
      ref={place}
      class="editor-preview message-html"
      role="region"
      aria-label={t('compose.preview')}
      dir="auto"
      tabIndex={0}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' && !(event.altKey && event.key.toLowerCase() === 'p')) return
        event.preventDefault()
        event.stopPropagation()
        onLeave()
      }}
    />
  )
}
