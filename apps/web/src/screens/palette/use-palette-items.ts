import { searchTerms } from '@tagma/contract/address.ts'
import { useEffect, useMemo } from 'preact/hooks'
import { loadNewestTopics } from '#actions/load-newest-topics.ts'
import type { OfferedAction } from '#keys/command-stack.ts'
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

/** Returns what finds the items for a text. The last ones are kept: new messages move nothing under a hand. */
export function usePaletteItems(actions: readonly OfferedAction[]): (text: string) => readonly PaletteItem[] {
  const app = useApp()
  const { store, commands } = app
  const people = useKnown(({ state }) => peopleOf(state))
  const channels = useKnown(({ state }) => channelsById(state))
  // Their names are texts of a catalog: they are made once.
  const pages = useMemo(() => palettePages(store.get().state), [store])
  const organizations = useOrganizations()
  const all = useMemo(() => [...actions, changeOrganizations(app)], [app, actions])
  useEffect(() => void loadNewestTopics(app).catch(() => undefined), [app])
  return useMemo(() => {
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
    return (text) => (last?.text === text ? last : (last = { text, items: find(text) })).items
  }, [store, commands, people, channels, all, pages, organizations])
}

const changeOrganizations = (app: App): OfferedAction => ({
  about: 'page',
  label: t('organizations.change'),
  onChoose: () => openOrganizations(app),
})
