import { Eye, PencilLine } from 'lucide'
import type { ComponentChildren, RefObject } from 'preact'
import { useCallback, useMemo } from 'preact/hooks'
import { IconButton } from '#parts/icon-button.tsx'
import { lazy } from '#parts/lazy.tsx'
import { useStateOf } from '#parts/use-state-of.ts'
import { useApp } from '#state/use-app.ts'
import { t } from '#words/words.ts'

const PreviewText = lazy(async () => (await import('./preview-text.tsx')).PreviewText)

interface PreviewOfBox {
  readonly preview: ComponentChildren
  readonly button: ComponentChildren
  readonly toggle: () => void
  readonly close: () => void
}

/** Shows the text of a box as it will be set, and the text again. `of`: the text that is written. */
export function usePreview(of: string, box: RefObject<HTMLTextAreaElement | null>): PreviewOfBox {
  const app = useApp()
  /** The preview that is open, if any: an answer to another one comes too late. */
  const opened = useMemo<{ current?: object | undefined }>(() => ({}), [of])
  const [html, setHtml] = useStateOf<string | undefined>(of, () => undefined)
  const isOpen = html !== undefined
  const close = useCallback(() => {
    opened.current = undefined
    setHtml(undefined)
  }, [opened, setHtml])
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
  }, [isOpen, opened, app, box, close, setHtml])
  const label = t('compose.preview')
  const button = (
    <IconButton
      class="editor-look"
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
