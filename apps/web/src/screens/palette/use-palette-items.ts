import { searchTerms } from '@tagma/contract/address.ts'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { loadNewestTopics } from '#actions/load-newest-topics.ts'
import type { OfferedAction } from '#keys/command-stack.ts'
import { afterPaint } from '#parts/after-paint.ts'
import { hasCalls } from '#parts/calls/call-service.ts'
import { openOrganizations } from '#parts/organizations/open-organizations.tsx'
import { useOrganizations } from '#parts/organizations/use-organizations.ts'
import { channelsById } from '#state/channels.ts'
import { namesOf, peopleOf } from '#state/people.ts'
import { searchLookups } from '#state/search-lookups.ts'
import { selectConversations } from '#state/selectors.ts'
import { type App, useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { paletteCommands, palettePages } from './palette-entries.ts'
import { type PaletteItem, paletteItems } from './palette-items.ts'

/**
 * Returns what finds the items for a text. The last ones are kept: new messages move nothing under a hand. While the text
 * that is shown finds few topics, further ones are fetched, of channels that were never opened, too.
 */
export function usePaletteItems(
  actions: readonly OfferedAction[],
  shown: string,
): (text: string) => readonly PaletteItem[] {
  const app = useApp()
  const { store, commands } = app
  const people = useKnown(({ state }) => peopleOf(state))
  const channels = useKnown(({ state }) => channelsById(state))
  // Their names are texts of a catalog: they are made once.
  const pages = useMemo(() => palettePages(store.get().state), [store])
  const organizations = useOrganizations()
  const all = useMemo(() => [...actions, changeOrganizations(app)], [app, actions])
  const [arrivals, setArrivals] = useState(0)
  const itemsFor = useMemo(() => {
    let last: { readonly text: string; readonly items: readonly PaletteItem[] } | undefined
    const find = (text: string) => {
      const known = store.get()
      return paletteItems(text, {
        ownId: known.state?.user_id ?? -1,
        conversations: selectConversations(known),
        channels,
        people,
        nameOf: (ids) =>
          ids.length === 0 ? t('places.notes') : namesOf(ids, people, t('people.unknown')).join(', '),
        actions: all,
        commands: paletteCommands({
          call: commands.has('call') && hasCalls(known.state),
          gif: commands.has('gif'),
          record: commands.has('record') && (known.state?.max_file_upload_size_mib ?? 0) > 0,
        }),
        pages,
        organizations,
        isSearch: searchTerms(text, searchLookups(known.state)).some(
          (part) => 'problem' in part || part.term.operator !== 'search',
        ),
      })
    }
    return (text: string) => (last?.text === text ? last : (last = { text, items: find(text) })).items
  }, [store, commands, people, channels, all, pages, organizations, arrivals])
  useEffect(() => {
    const isShort = shown.trim() !== '' && arrivals < mostArrivals && hasFewTopics(itemsFor(shown))
    const come = loadNewestTopics(app, isShort ? 0 : undefined, behindFrame)
    void come.then(
      (hasCome) => hasCome && setArrivals((count) => count + 1),
      () => undefined,
    )
  }, [app, shown, arrivals])
  return itemsFor
}

/** A letter that was just typed is on the screen first. */
const behindFrame = () => new Promise<void>((resolve) => void afterPaint(resolve))

/** The most calls for topics while the palette is open: an account has 200 a minute. */
const mostArrivals = 6

const hasFewTopics = (items: readonly PaletteItem[]) =>
  items.filter(({ kind }) => kind === 'topic').length < 4

const changeOrganizations = (app: App): OfferedAction => ({
  about: 'page',
  label: t('organizations.change'),
  onChoose: () => openOrganizations(app),
})
