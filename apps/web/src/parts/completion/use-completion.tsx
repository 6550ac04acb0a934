import type { ComponentChildren, RefObject } from 'preact'
import { useCallback, useEffect, useId, useRef } from 'preact/hooks'
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
  /** At least one. */
  readonly suggestions: readonly Suggestion[]
  /** The place of the one that a key would take. */
  readonly active: number
}

interface Watched {
  readonly box: RefObject<HTMLTextAreaElement | null>
  /** The conversation that is written to. */
  readonly to: Destination
}

const nothing = { trigger: undefined, suggestions: [], active: 0 } as const

/**
 * Offers names while one writes: people, channels, topics, emoji, commands. The focus stays in the box. `of`: the text that is
 * written; another one has a box of its own.
 */
export function useCompletion(of: string, { box, to }: Watched): Completion {
  const id = useId()
  const [offered, setOffered] = useStateOf<Offered | undefined>(of, () => undefined)
  // A key may come before the newest offer is drawn.
  const newest = useRef(offered)
  newest.current = offered
  const offer = (next: Offered | undefined) => {
    newest.current = next
    setOffered(next)
  }
  const activate = (active: number) => newest.current && offer({ ...newest.current, active })
  const watch = useOffers(of, { box, to }, offer)
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
    watch.current.look()
    const { trigger, suggestions, active } = newest.current ?? nothing
    const option = suggestions[active]
    if (!trigger || !option || event.isComposing || event.ctrlKey || event.metaKey || event.altKey)
      return false
    const next = nextActive(event.key, active, suggestions.length)
    const { kind, from } = trigger
    if (next !== undefined) activate(next)
    else if ((event.key === 'Enter' && !event.shiftKey) || event.key === 'Tab') choose(option, trigger)
    else if (event.key === 'Escape') {
      watch.current.dismissed = from
      offer(undefined)
    } else if (event.key === '>' && kind === 'channel') choose(option, trigger, `#**${option.label}>`)
    // A message of the topic can be linked.
    else if (event.key === '@' && kind === 'topic')
      choose(option, trigger, `${option.insert.trimEnd().slice(0, -2)}@`)
    else return false
    event.preventDefault()
    return true
  }
  return {
    onKey,
    attributes: {
      // It stays a text box while something is offered: a change of its role would be read aloud with each word.
      'aria-autocomplete': 'list',
      'aria-haspopup': 'listbox',
      'aria-controls': offered && id,
      'aria-activedescendant': offered && optionId(id, offered.active),
    },
    list: offered && (
      <CompletionList
        {...{ id }}
        active={offered.active}
        suggestions={offered.suggestions}
        onChoose={(suggestion) => choose(suggestion, offered.trigger)}
        onPoint={activate}
      />
    ),
  }
}

interface Watch {
  /** The place where offers were dismissed: there nothing is offered until another word begins. */
  dismissed: number | undefined
  /** Looks at what the newest letter asks for now, instead of behind its frame. */
  look: () => void
}

/** Watches the box, and tells what can be offered where the cursor is. */
function useOffers(
  of: string,
  { box, to }: Watched,
  offer: (offered: Offered | undefined) => void,
): { readonly current: Watch } {
  const app = useApp()
  const watch = useRef<Watch>({ dismissed: undefined, look: () => {} })
  const latest = useRef({ to, offer })
  latest.current = { to, offer }
  useEffect(() => {
    const element = box.current
    if (!element) return
    let turn = 0
    let seen: Seen | undefined
    let suggest: Suggester | undefined
    let rehearsal: Iterator<void> | undefined
    let callOff: (() => void) | undefined
    // Whoever writes may mention somebody. Behind the frame of a letter there is time until the next one.
    const prepare = () => {
      rehearsal ??= suggesting.now()?.rehearsal(app, latest.current.to)
      afterPaint(() => {
        if (rehearsal?.next().done) element.removeEventListener('input', prepare)
      })
    }
    const look = async () => {
      const mine = ++turn
      const { selectionStart: start, selectionEnd: end, value } = element
      const trigger = start === end && document.activeElement === element ? triggerAt(value, end) : undefined
      const state = watch.current
      if (trigger?.from !== state.dismissed) state.dismissed = undefined
      if (!trigger || state.dismissed !== undefined) return latest.current.offer(undefined)
      // Without a network, it may not be there yet.
      const part = suggesting.now() ?? (await suggesting.get().catch(() => undefined))
      if (!part || mine !== turn) return
      suggest ??= part.suggester(app)
      const found = suggest(trigger, latest.current.to)
      const suggestions = Array.isArray(found) ? (found as readonly Suggestion[]) : await found
      if (mine === turn)
        latest.current.offer(suggestions.length > 0 ? { trigger, suggestions, active: 0 } : undefined)
    }
    const onLook = () => {
      callOff?.()
      callOff = undefined
      seen = seenIn(element)
      void look()
    }
    watch.current = { dismissed: undefined, look: () => callOff && onLook() }
    // The letter is on the screen first: ten thousand names may be searched for it.
    const onInput = () => {
      callOff?.()
      callOff = afterPaint(onLook)
    }
    // A letter moves the cursor, too: that is looked at already, or will be.
    const onMove = () => {
      if (!callOff && document.activeElement === element && !isSame(seen, seenIn(element))) onLook()
    }
    element.addEventListener('input', onInput)
    element.addEventListener('input', prepare)
    element.addEventListener('blur', onLook)
    document.addEventListener('selectionchange', onMove)
    return () => {
      turn++
      callOff?.()
      element.removeEventListener('input', onInput)
      element.removeEventListener('input', prepare)
      element.removeEventListener('blur', onLook)
      document.removeEventListener('selectionchange', onMove)
    }
  }, [app, box, of])
  return watch
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
