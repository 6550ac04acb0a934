import { type MessageView, type Term, termsOf } from '@tagma/contract/address.ts'
import { ChevronDown, ChevronUp, Search, X } from 'lucide'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { IconButton } from '#parts/icon-button.tsx'
import { Icon } from '#parts/icon.tsx'
import { addressFor } from '#state/addresses.ts'
import type { Column } from '#state/column.ts'
import { wordsOf } from '#state/found-here.ts'
import { useApp } from '#state/use-app.ts'
import { t } from '#words/words.ts'
import { markWords } from './mark-words.ts'
import { type Results, useResults } from './use-results.ts'
import { withoutPlace } from './without-place.ts'

/** The words of a box, within what a view shows. */
function termsIn(view: MessageView, text: string): readonly Term[] {
  if (text.trim() === '') return []
  const own: readonly Term[] =
    view.kind === 'feed' && view.channelId === undefined
      ? [{ operator: 'is', operand: 'muted', negated: true }]
      : termsOf(withoutPlace(view))
  return [...own, { operator: 'search', operand: text.trim() }]
}

interface FindBarProps {
  readonly view: MessageView
  readonly onClose: () => void
}

export function FindBar({ view, onClose }: FindBarProps) {
  const { store, go, column } = useApp()
  const [text, setText] = useState('')
  const box = useRef<HTMLInputElement>(null)
  const results = useResults(useMemo(() => termsIn(view, text), [view, text]))
  const { ids } = results
  const near = view.at && 'near' in view.at ? view.at.near : undefined
  const at = ids.indexOf(near ?? -1)
  useLayoutEffect(() => box.current?.focus(), [])
  useMarks(text, column)
  /** Newest first: forward is towards older ones. */
  const move = (step: 1 | -1) => {
    if (ids.length === 0) return
    if (at + step >= ids.length - 1) results.more()
    const next = ids[at < 0 ? 0 : (at + step + ids.length) % ids.length]!
    go(addressFor(store.get().state, { ...view, at: { near: next } }), { replace: true })
  }
  const close = () => {
    onClose()
    column.element().querySelector<HTMLElement>('article[tabindex="0"]')?.focus({ preventScroll: true })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return
    if (event.key === 'Enter') move(event.shiftKey ? -1 : 1)
    else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const isNone = ids.length === 0
  return (
    <div class="find-bar" onKeyDown={onKeyDown}>
      <div class="search-field">
        <Icon of={Search} size={1} />
        <input
          ref={box}
          type="text"
          role="searchbox"
          aria-label={t('find.name')}
          autocomplete="off"
          enterkeyhint="search"
          dir="auto"
          placeholder={t('find.hint')}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <span class="find-count" role="status">
          {countText(text, at, results)}
        </span>
      </div>
      <Step icon={ChevronUp} label={t('find.older')} isDisabled={isNone} onPress={() => move(1)} />
      <Step icon={ChevronDown} label={t('find.newer')} isDisabled={isNone} onPress={() => move(-1)} />
      <Step icon={X} label={t('find.close')} isDisabled={false} onPress={close} />
    </div>
  )
}

interface StepProps {
  readonly icon: Parameters<typeof Icon>[0]['of']
  readonly label: string
  readonly isDisabled: boolean
  readonly onPress: () => void
}

function Step({ icon, label, isDisabled, onPress }: StepProps) {
  return (
    <IconButton
      icon={icon}
      label={label}
      disabled={isDisabled}
      // The focus stays in the box.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    />
  )
}

function countText(text: string, at: number, { ids, isLoading, hasMore, failure }: Results): string {
  if (text.trim() === '') return ''
  if (ids.length === 0) return failure ?? t(isLoading ? 'search.loading' : 'find.none')
  const count = `${ids.length}${hasMore ? '+' : ''}`
  return at < 0 ? t('find.count', { count }) : t('find.place', { at: at + 1, count })
}

/** Marks the words in the messages of the column, whatever is drawn there meanwhile. */
function useMarks(text: string, column: Column): void {
  useEffect(() => {
    const shown = column.element()
    const words = wordsOf(text)
    if (words.length === 0) return undefined
    let frame = 0
    const mark = () => markWords('find', shown.querySelectorAll('.message-html'), words)
    const watch = new MutationObserver(() => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(mark)
    })
    watch.observe(shown, { childList: true, subtree: true })
    mark()
    return () => {
      watch.disconnect()
      cancelAnimationFrame(frame)
      markWords('find', [], [])
    }
  }, [text, column])
}
