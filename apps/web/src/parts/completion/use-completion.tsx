import type { ComponentChildren, RefObject } from 'preact'
import { useCallback, useEffect, useId, useRef, useState } from 'preact/hooks'
import type { Destination } from '#outbox/destination.ts'
import { afterPaint } from '#parts/after-paint.ts'
import { nextActive } from '#parts/combobox/next-active.ts'
import { optionId } from '#parts/combobox/option-id.ts'
import { apply } from '#parts/composer/written.ts'
import { later, lazy } from '#parts/lazy.tsx'
import { useStateOf } from '#parts/use-state-of.ts'
import { useApp } from '#state/use-app.ts'
import { learn } from '#words/words.ts'
import type { Suggester } from './suggester.ts'
import type { Suggestion } from './suggestion.ts'
import { type Trigger, triggerAt } from './trigger.ts'

const suggesting = later(async () => {
  await learn('checks')
  // Drawn as soon as something is offered.
  const [suggester] = await Promise.all([import('./suggester.ts'), import('./completion-list.tsx')])
  return suggester
})
const CompletionList = lazy(async () => (await import('./completion-list.tsx')).CompletionList)

interface Completion {
  /** Attributes of the box. */
  readonly attributes: Readonly<Record<string, string | boolean | undefined>>
  /** Sees each key first. Returns true if it has taken the key. */
  readonly onKey: (event: KeyboardEvent) => boolean
  readonly list: ComponentChildren
}

interface Offered {
  readonly trigger: Trigger
  readonly suggestions: readonly Suggestion[]
}

interface Watched {
  readonly box: RefObject<HTMLTextAreaElement | null>
  /** The conversation that is written to. */
  readonly to: Destination
}

/**
 * Offers names while one writes: people, channels, topics, emoji, commands. The focus stays in the box. `of`: the text that is
 * written; another one has a box of its own.
 */
export function useCompletion(of: string, { box, to }: Watched): Completion {
  const id = useId()
  const [offered, setOffered] = useStateOf<Offered | undefined>(of, () => undefined)
  const [active, setActive] = useState(0)
  const close = useCallback(() => setOffered(undefined), [setOffered])
  const dismissed = useOffers(of, { box, to }, (next) => {
    setOffered(next)
    setActive(0)
  })
  const choose = useCallback(
    (suggestion: Suggestion, { from, kind }: Trigger, then = '') => {
      const element = box.current
      if (!element || suggestion.reason !== undefined) return
      if (kind === 'emoji') suggesting.now()?.noteEmoji(suggestion.label.replaceAll(':', ''))
      // A space that stands there already is not written twice.
      const hasSpace = element.value[element.selectionEnd] === ' '
      const insert = then || (hasSpace ? suggestion.insert.trimEnd() : suggestion.insert)
      const cursor = from + insert.length
      apply(element, { from, to: element.selectionEnd, insert, start: cursor, end: cursor })
    },
    [box],
  )
  const onKey = (event: KeyboardEvent): boolean => {
    const option = offered?.suggestions[active]
    if (!offered || !option || event.isComposing || event.ctrlKey || event.metaKey || event.altKey)
      return false
    const next = nextActive(event.key, active, offered.suggestions.length)
    const { kind, from } = offered.trigger
    if (next !== undefined) setActive(next)
    else if ((event.key === 'Enter' && !event.shiftKey) || event.key === 'Tab')
      choose(option, offered.trigger)
    else if (event.key === 'Escape') {
      dismissed.current = from
      close()
    } else if (event.key === '>' && kind === 'channel') choose(option, offered.trigger, `#**${option.label}>`)
    // A message of the topic can be linked.
    else if (event.key === '@' && kind === 'topic')
      choose(option, offered.trigger, `${option.insert.trimEnd().slice(0, -2)}@`)
    else return false
    event.preventDefault()
    return true
  }
  const isOpen = offered !== undefined && offered.suggestions.length > 0
  return {
    onKey,
    attributes: {
      // It stays a text box while something is offered: a change of its role would be read aloud with each word.
      'aria-autocomplete': 'list',
      'aria-haspopup': 'listbox',
      'aria-controls': isOpen ? id : undefined,
      'aria-activedescendant': isOpen ? optionId(id, active) : undefined,
    },
    list: isOpen && (
      <CompletionList
        {...{ id, active }}
        suggestions={offered.suggestions}
        onChoose={(suggestion) => choose(suggestion, offered.trigger)}
        onPoint={setActive}
      />
    ),
  }
}

/**
 * Watches the box, and tells what can be offered where the cursor is. Returns the place where offers were dismissed: there
 * nothing is offered until another word begins.
 */
function useOffers(
  of: string,
  { box, to }: Watched,
  offer: (offered: Offered | undefined) => void,
): { current: number | undefined } {
  const app = useApp()
  const dismissed = useRef<number>(undefined)
  const latest = useRef({ to, offer })
  latest.current = { to, offer }
  useEffect(() => {
    const element = box.current
    if (!element) return
    dismissed.current = undefined
    let turn = 0
    let seen: Seen | undefined
    let suggest: Suggester | undefined
    let arePrepared = false
    // Whoever writes may mention somebody. Behind the frame of a letter there is time until the next one.
    const prepare = () => {
      const part = arePrepared ? undefined : suggesting.now()
      if (!part) return
      arePrepared = true
      afterPaint(() => part.prepareNames(app))
    }
    const look = async () => {
      const mine = ++turn
      const { selectionStart: start, selectionEnd: end, value } = element
      const trigger = start === end && document.activeElement === element ? triggerAt(value, end) : undefined
      if (trigger?.from !== dismissed.current) dismissed.current = undefined
      if (!trigger || dismissed.current !== undefined) return latest.current.offer(undefined)
      // Without a network, it may not be there yet.
      const part = suggesting.now() ?? (await suggesting.get().catch(() => undefined))
      if (!part || mine !== turn) return
      suggest ??= part.suggester(app)
      const found = suggest(trigger, latest.current.to)
      const suggestions = Array.isArray(found) ? (found as readonly Suggestion[]) : await found
      if (mine === turn) latest.current.offer(suggestions.length > 0 ? { trigger, suggestions } : undefined)
    }
    const onLook = () => {
      seen = seenIn(element)
      void look()
    }
    // A letter moves the cursor, too: that was looked at already.
    const onMove = () => {
      if (document.activeElement === element && !isSame(seen, seenIn(element))) onLook()
    }
    element.addEventListener('input', onLook)
    element.addEventListener('input', prepare)
    element.addEventListener('blur', onLook)
    document.addEventListener('selectionchange', onMove)
    return () => {
      turn++
      element.removeEventListener('input', onLook)
      element.removeEventListener('input', prepare)
      element.removeEventListener('blur', onLook)
      document.removeEventListener('selectionchange', onMove)
    }
  }, [app, box, of])
  return dismissed
}

interface Seen {
  readonly value: string
  readonly start: number
  readonly end: number
}

const seenIn = ({ value, selectionStart: start, selectionEnd: end }: HTMLTextAreaElement): Seen => ({
  value,
  start,
  end,
})

const isSame = (a: Seen | undefined, b: Seen) =>
  a?.value === b.value && a.start === b.start && a.end === b.end
