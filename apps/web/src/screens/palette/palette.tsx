import { searchTerms, viewOfTerms } from '@tagma/contract/address.ts'
import { CornerDownRight, FileText, Search, X, Zap } from 'lucide'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { loadNewestTopics } from '#actions/load-newest-topics.ts'
import { openChannel } from '#actions/open-channel.ts'
import type { OfferedAction } from '#keys/command-stack.ts'
import { isMac } from '#keys/follow-keys.ts'
import { isSingle, keyMap, shownKeys } from '#keys/key-map.ts'
import { hasCalls } from '#parts/calls/call-service.ts'
import { ChannelSign } from '#parts/channel-sign.tsx'
import { nextActive } from '#parts/combobox/next-active.ts'
import { optionId } from '#parts/combobox/option-id.ts'
import { Options } from '#parts/combobox/options.tsx'
import { Count } from '#parts/count.tsx'
import { IconButton } from '#parts/icon-button.tsx'
import { Icon } from '#parts/icon.tsx'
import { openOrganizations } from '#parts/organizations/open-organizations.tsx'
import { OrganizationSign, troubleText } from '#parts/organizations/organization-sign.tsx'
import { useOrganizations } from '#parts/organizations/use-organizations.ts'
import { PersonAvatar } from '#parts/person-avatar.tsx'
import { showSetting } from '#screens/settings/show-setting.ts'
import { addressFor } from '#state/addresses.ts'
import { channelsById } from '#state/channels.ts'
import { hostIn, type OrganizationTrouble, type OtherOrganization } from '#state/organizations.ts'
import { namesOf, peopleOf } from '#state/people.ts'
import { searchLookups } from '#state/search-lookups.ts'
import { selectConversations } from '#state/selectors.ts'
import { type App, useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { goToOrganization } from '#wire/go-to-organization.ts'
import { t } from '#words/words.ts'
import { paletteCommands, palettePages } from './palette-entries.ts'
import { type PaletteItem, paletteItems, viewOfItem } from './palette-items.ts'

interface PaletteProps {
  /** Actions on what had the focus, and on what is open. */
  readonly offered: Promise<readonly OfferedAction[]>
  readonly onClose: () => void
}

/** Finds conversations, people, channels, pages and commands by a few letters. */
export function Palette({ offered, onClose }: PaletteProps) {
  const app = useApp()
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const [actions, setActions] = useState<readonly OfferedAction[]>([])
  useEffect(() => void offered.then((all) => setActions(all.map(asCommand))), [offered])
  const items = usePaletteItems(text, actions)
  const dialog = useDialog(onClose)
  const choose = (item: PaletteItem, isApart = false) => {
    // Fields behind an open dialog take no focus.
    dialog.current?.close()
    onClose()
    if (item.kind === 'organization') goToOrganization(item.organization.address, isApart)
    else carryOut(app, item)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return
    const next = nextActive(event.key, active, items.length)
    const item = items[active]
    if (next !== undefined) setActive(next)
    else if (event.key === 'Enter' && item) choose(item, event.ctrlKey || event.metaKey)
    else return
    event.preventDefault()
  }
  return (
    <dialog
      ref={dialog}
      class="palette"
      aria-label={t('palette.name')}
      onKeyDown={(event) => event.stopPropagation()}
      onPointerDown={(event) => event.target === event.currentTarget && onClose()}
    >
      <div class="palette-field">
        <Icon of={Search} />
        <input
          type="text"
          role="combobox"
          aria-label={t('palette.field')}
          aria-autocomplete="list"
          aria-expanded="true"
          aria-controls="palette-options"
          aria-activedescendant={items.length > 0 ? optionId('palette-options', active) : undefined}
          autocomplete="off"
          autofocus
          dir="auto"
          placeholder={t('palette.placeholder')}
          value={text}
          onInput={(event) => {
            setText(event.currentTarget.value)
            setActive(0)
          }}
          onKeyDown={onKeyDown}
        />
        <IconButton icon={X} class="palette-close" label={t('dialog.close')} onClick={onClose} />
      </div>
      <Options
        id="palette-options"
        label={t('palette.name')}
        options={items}
        active={active}
        draw={(item) => <Item item={item} />}
        onChoose={(item) => choose(item)}
        onPoint={setActive}
      />
    </dialog>
  )
}

/** Names an action so that it says what it is about: no menu stands beside it. */
const asCommand = (action: OfferedAction): OfferedAction =>
  action.command === undefined ? action : { ...action, label: t(action.command) }

/** Shows the dialog. When it closes, the browser gives the focus back to what had it. */
function useDialog(onClose: () => void) {
  const close = useRef(onClose)
  close.current = onClose
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current!
    element.showModal()
    element.querySelector('input')?.focus()
    element.addEventListener('cancel', (event) => {
      event.preventDefault()
      close.current()
    })
    return () => element.close()
  }, [])
  return dialog
}

function usePaletteItems(text: string, actions: readonly OfferedAction[]): readonly PaletteItem[] {
  const app = useApp()
  const { store, commands } = app
  const people = useKnown(({ state }) => peopleOf(state))
  const channels = useKnown(({ state }) => channelsById(state))
  // Their names are texts of a catalog: they are made once.
  const pages = useMemo(() => palettePages(store.get().state), [store])
  const organizations = useOrganizations()
  const all = useMemo(() => [...actions, changeOrganizations(app)], [app, actions])
  useEffect(() => void loadNewestTopics(app).catch(() => undefined), [app])
  // New messages move nothing under a hand: the list is made again with the next letter.
  return useMemo(() => {
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
  }, [store, commands, text, people, channels, all, pages, organizations])
}

const changeOrganizations = (app: App): OfferedAction => ({
  about: 'page',
  label: t('organizations.change'),
  onChoose: () => openOrganizations(app),
})

function carryOut(app: App, item: PaletteItem): void {
  const { go, store, commands } = app
  const { state } = store.get()
  if (item.kind === 'action') return item.action.onChoose()
  if (item.kind === 'channel') return void openChannel(app, item.channel.stream_id)
  const view = viewOfItem(item, state?.user_id ?? -1)
  if (view) {
    go(addressFor(state, view))
    if (item.kind === 'page' && item.setting) showSetting(item.setting)
  } else if (item.kind === 'search') {
    const parts = searchTerms(item.text, searchLookups(state))
    // A condition with a mistake in it is searched for as plain words.
    const terms = parts.map((part) =>
      'term' in part ? part.term : ({ operator: 'search', operand: part.text } as const),
    )
    go(addressFor(state, viewOfTerms(terms)))
  } else if (item.kind === 'command') commands.run(item.command)
}

function Item({ item }: { readonly item: PaletteItem }) {
  const people = useKnown(({ state }) => peopleOf(state))
  switch (item.kind) {
    case 'topic':
      return (
        <>
          <ChannelSign channel={item.channel} />
          <span class="palette-name" dir="auto">
            {item.conversation.topic || t('palette.noTopic')}
            <span class="palette-place">{item.channel.name}</span>
          </span>
          <Count of={item.conversation.unread} hasMention={item.conversation.hasMention} />
        </>
      )
    case 'people':
      return (
        <>
          <PersonAvatar person={people.get(item.conversation.userIds?.[0] ?? -1)} size={1.25} />
          <span class="palette-name" dir="auto">
            {item.name}
          </span>
          <Count of={item.conversation.unread} isLoud />
        </>
      )
    case 'channel':
      return (
        <>
          <ChannelSign channel={item.channel} />
          <span class="palette-name" dir="auto">
            {item.channel.name}
          </span>
        </>
      )
    case 'person':
      return (
        <>
          <PersonAvatar person={item.person} size={1.25} />
          <span class="palette-name" dir="auto">
            {item.person.full_name}
          </span>
        </>
      )
    case 'command':
      return <Does name={item.name} keys={keyMap[item.command][0]} />
    case 'action':
      return <Does name={item.action.label} keys={item.action.keys} />
    case 'page':
      return (
        <>
          <Icon of={FileText} />
          <span class="palette-name">{item.name}</span>
        </>
      )
    case 'organization':
      return <Organization organization={item.organization} trouble={item.trouble} />
    case 'search':
      return (
        <>
          <Icon of={CornerDownRight} turns />
          <span class="palette-name">{t('palette.search', { text: item.text })}</span>
        </>
      )
  }
}

interface OrganizationProps {
  readonly organization: OtherOrganization
  readonly trouble: OrganizationTrouble | undefined
}

const Organization = ({ organization, trouble }: OrganizationProps) => (
  <>
    <OrganizationSign organization={organization} size={1.25} />
    <span class={trouble === undefined ? 'palette-name' : 'palette-name is-away'}>
      <bdi>{organization.name}</bdi>
      <span class="palette-place">{troubleText(trouble) ?? hostIn(organization.address)}</span>
    </span>
  </>
)

interface DoesProps {
  readonly name: string
  readonly keys: string | undefined
}

/** Something that the palette does, with the keys that do the same. */
function Does({ name, keys }: DoesProps) {
  const hasSingleKeys = useKnown(({ device }) => device.hasSingleKeys)
  return (
    <>
      <Icon of={Zap} />
      <span class="palette-name">{name}</span>
      {keys !== undefined && (hasSingleKeys || !isSingle(keys)) && <kbd>{shownKeys(keys, isMac())}</kbd>}
    </>
  )
}
