import { useEffect, useRef } from 'preact/hooks'
import { showToast } from '#actions/show-toast.ts'
import { isSingle, keyOf } from '#keys/key-map.ts'
import { useApp } from '#state/use-app.ts'
import { t } from '#words/words.ts'
import type { CardHandle } from './card-messages.tsx'
import type { CardAct } from './use-card-acts.ts'

/** Keys that decide about topics. With people they do nothing, and nothing else either. */
const ofTopics = ['f', 'm', 'x']

/** Carries out the keys of a card, outside of text. They come before those of the whole page, some of which are the same. */
export function useCardKeys(acts: readonly CardAct[], list: { readonly current: CardHandle | null }): void {
  const app = useApp()
  const latest = useRef(acts)
  latest.current = acts
  useEffect(() => {
    const press = (key: string): boolean => {
      const act = latest.current.find((each) => each.key === key)
      if (!act) {
        if (!ofTopics.includes(key)) return false
        tell(t('catch-up.only-topics'))
      } else if (act.reason === undefined) act.act()
      else tell(act.reason)
      return true
    }
    const tell = (text: string) => showToast(app, { name: 'catch-up', kind: 'status', text })
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing)
        return
      if (!isOurs(event.target)) return
      const pressed = keyOf(event)
      const key = pressed.length === 1 ? pressed.toLowerCase() : pressed
      if (isSingle(key) && !app.store.get().device.hasSingleKeys) return
      const isDone = event.shiftKey
        ? key === ' ' && list.current?.scroll(-1) !== undefined
        : key === 'i'
          ? list.current?.openMenu() === true
          : !(key === ' ' && isPressedBySpace(event.target)) && press(key)
      if (!isDone) return
      event.preventDefault()
      event.stopPropagation()
    }
    addEventListener('keydown', onKey, true)
    return () => removeEventListener('keydown', onKey, true)
  }, [app, list])
}

/** Whether a key was pressed on the card, or on nothing in particular. */
const isOurs = (target: EventTarget | null): boolean =>
  target === document.body ||
  (target instanceof Element &&
    target.closest('.catch-up') !== null &&
    target.closest('input, textarea, select, [contenteditable], dialog, [popover], [role="menu"]') === null)

const isPressedBySpace = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('a, button, summary, [role="button"], video, audio') !== null
