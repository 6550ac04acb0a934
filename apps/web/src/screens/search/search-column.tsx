import { type Term, viewOfTerms } from '@tagma/contract/address.ts'
import { Pin, PinOff, X } from 'lucide'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { removeView } from '#actions/change-views.ts'
import { useCommand } from '#keys/use-command.ts'
import { IconButton } from '#parts/icon-button.tsx'
import { lazy } from '#parts/lazy.tsx'
import { useNarrow } from '#parts/use-narrow.ts'
import { Separator } from '#screens/shell/separator.tsx'
import { addressFor } from '#state/addresses.ts'
import { keepStep, presentStep } from '#state/list-step.ts'
import { isSearch, placeOf } from '#state/place-of.ts'
import { searchLookups } from '#state/search-lookups.ts'
import { type App, useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { placedViews } from '#state/views.ts'
import { t } from '#words/words.ts'
import { SearchBox } from './search-box.tsx'
import { SearchResults } from './search-results.tsx'
import { problemText, termLabel } from './term-label.ts'
import { settled, termsKey, type Typed, typedFrom, typedTerms } from './typed.ts'

const ViewName = lazy(async () => (await import('#screens/places/view-name.tsx')).ViewName)

/** How long one has to stop typing before the address follows, in milliseconds. */
const pause = 400

/** The search: its box, and what was found. Opening a message leaves it as it is. */
export function SearchColumn({ terms: named }: { readonly terms: readonly Term[] }) {
  const app = useApp()
  const region = useRef<HTMLElement>(null)
  const isNarrow = useNarrow()
  const { typed, terms, change, open, finish } = useTyped(named)
  const focusBox = () => {
    const box = region.current?.querySelector('input')
    box?.focus()
    box?.select()
  }
  useCommand('search', () => {
    if (region.current?.checkVisibility()) focusBox()
    else history.back()
  })
  // Before the next paint: whoever types at once after the key types into the box.
  useLayoutEffect(() => {
    if (terms.length === 0) focusBox()
  }, [])
  const problems = typed.chips.flatMap((part) => ('problem' in part ? [part] : []))
  return (
    // A result may be opened while the address is still behind: the way back has to lead to what was typed.
    <section ref={region} class="list search" aria-label={t('search.name')} onClickCapture={finish}>
      {isNarrow && <h1 class="hidden-visually">{t('search.name')}</h1>}
      <header class="search-head">
        <SearchBox
          typed={typed}
          onChange={change}
          onOpen={open}
          onDown={() => region.current?.querySelector<HTMLElement>('.result')?.focus()}
        />
        {terms.length > 0 && problems.length === 0 && <KeepButton terms={terms} />}
        <IconButton icon={X} label={t('search.close')} data-back onClick={() => leave(app)} />
      </header>
      {problems.length > 0 && (
        <div class="search-problems" role="alert">
          {problems.map(({ text, problem }) => (
            <p key={text}>{problemText(text, problem)}</p>
          ))}
        </div>
      )}
      <SearchResults
        terms={terms}
        onTerms={(next) => change(typedFrom(next), { isDone: true })}
        onLeave={focusBox}
      />
      <Separator column="list" />
    </section>
  )
}

/** Keeps the search in places under a name, or takes it out of them. */
function KeepButton({ terms }: { readonly terms: readonly Term[] }) {
  const app = useApp()
  const state = useKnown((known) => known.state)
  const [isNaming, setNaming] = useState(false)
  const fragment = addressFor(state, viewOfTerms(terms)).slice(1)
  const kept = placedViews(state?.navigation_views).find((view) => view.fragment === fragment)
  // Built-in views are in places or under "More views".
  if (kept?.builtIn) return null
  const name = terms.map((term) => termLabel(term, state)).join(' ')
  return (
    <>
      <IconButton
        icon={kept ? PinOff : Pin}
        label={t(kept ? 'search.kept' : 'search.keep')}
        aria-pressed={kept !== undefined}
        onClick={() => (kept ? void removeView(app, kept) : setNaming(true))}
      />
      {isNaming && <ViewName view={{ fragment, name }} onClose={() => setNaming(false)} />}
    </>
  )
}

export interface ChangeOptions {
  /** Whether the address follows at once. */
  readonly isDone?: boolean
}

/** Content of the box. The address follows it, and it follows an address that is opened elsewhere. */
function useTyped(named: readonly Term[]) {
  const app = useApp()
  const state = useKnown((known) => known.state)
  const lookups = useMemo(() => searchLookups(state), [state])
  const [typed, setTyped] = useState(() => typedFrom(named))
  const terms = typedTerms(typed, lookups)
  const written = useRef(termsKey(filled(named)))
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** Terms that the address does not name yet. */
  const waiting = useRef<readonly Term[]>(undefined)
  useEffect(() => {
    const key = termsKey(filled(named))
    if (key === written.current) return
    written.current = key
    setTyped(typedFrom(named))
  }, [named])
  useEffect(() => () => clearTimeout(timer.current), [])
  const write = (next: readonly Term[]) => {
    clearTimeout(timer.current)
    waiting.current = undefined
    written.current = writeAddress(app, next)
  }
  const change = (next: Typed, { isDone = false }: ChangeOptions = {}) => {
    const now = settled(next, lookups)
    setTyped(now)
    clearTimeout(timer.current)
    const nextTerms = typedTerms(now, lookups)
    if (isDone) return write(nextTerms)
    waiting.current = nextTerms
    timer.current = setTimeout(finish, pause)
  }
  const finish = () => {
    if (waiting.current) write(waiting.current)
  }
  /** Enter: what is a conversation or a channel opens. */
  const open = () => {
    const now = settled(typed, lookups, true)
    setTyped(now)
    const next = typedTerms(now, lookups)
    const isClear = now.chips.every((part) => 'term' in part)
    if (isClear && next.length > 0 && viewOfTerms(next).kind !== 'search')
      app.go(addressFor(app.store.get().state, viewOfTerms(next)))
    else write(next)
  }
  return { typed, terms, change, open, finish }
}

/** Without the empty word that stands for a search that has not begun. */
const filled = (terms: readonly Term[]) =>
  terms.filter(({ operator, operand }) => operator !== 'search' || operand !== '')

/** Makes the address name a search. Returns the key of what it names: conversations and channels are no searches. */
function writeAddress({ store, go }: App, terms: readonly Term[]): string {
  const { state, view } = store.get()
  const next = viewOfTerms(terms)
  const isNamed = isSearch(next)
  const shown = isNamed ? next : ({ kind: 'search', terms: [{ operator: 'search', operand: '' }] } as const)
  const key = termsKey(isNamed ? terms : [])
  const address = addressFor(state, shown)
  if (address !== addressFor(state, view)) go(address, { replace: isSearch(view) })
  return key
}

/** Leaves the search. A conversation that is open stays, with the list that it is in. */
function leave({ store, go }: App): void {
  const { view } = store.get()
  if (isSearch(view)) return go('#inbox')
  const place = placeOf(view, { kind: 'inbox' })
  keepStep({ filter: 'all', top: 0, ...presentStep(), place })
  store.set({ place })
}
