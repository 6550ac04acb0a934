import { searchTerms, viewOfTerms } from '@tagma/contract/address.ts'
import { CornerDownRight, FileText, Search, X, Zap } from 'lucide'
import type { TargetedKeyboardEvent } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { openChannel } from '#actions/open-channel.ts'
import type { OfferedAction } from '#keys/command-stack.ts'
import { isMac } from '#keys/follow-keys.ts'
import { isSingle, keyMap, shownKeys } from '#keys/key-map.ts'
import { afterPaint } from '#parts/after-paint.ts'
import { ChannelSign } from '#parts/channel-sign.tsx'
import { nextActive } from '#parts/combobox/next-active.ts'
import { optionId } from '#parts/combobox/option-id.ts'
import { Options } from '#parts/combobox/options.tsx'
import { Count } from '#parts/count.tsx'
import { openModal } from '#parts/dialog/open-modal.ts'
import { IconButton } from '#parts/icon-button.tsx'
import { Icon } from '#parts/icon.tsx'
import { OrganizationSign, troubleText } from '#parts/organizations/organization-sign.tsx'
import { PersonAvatar } from '#parts/person-avatar.tsx'
import { showSetting } from '#screens/settings/show-setting.ts'
import { addressFor } from '#state/addresses.ts'
import { emptyTopicName } from '#state/empty-topic-name.ts'
import { hostIn, type OrganizationTrouble, type OtherOrganization } from '#state/organizations.ts'
import { peopleOf } from '#state/people.ts'
import { searchLookups } from '#state/search-lookups.ts'
import { type App, useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { goToOrganization } from '#wire/go-to-organization.ts'
import { t } from '#words/words.ts'
import { type PaletteItem, viewOfItem } from './palette-items.ts'
import { usePaletteItems } from './use-palette-items.ts'

interface PaletteProps {
  /** Actions on what had the focus, and on what is open. */
  readonly offered: Promise<readonly OfferedAction[]>
  readonly onClose: () => void
}

/** Finds conversations, people, channels, pages and commands by a few letters. */
export function Palette({ offered, onClose }: PaletteProps) {
  const app = useApp()
  const [actions, setActions] = useState<readonly OfferedAction[]>([])
  useEffect(() => void offered.then((all) => setActions(all.map(asCommand))), [offered])
  const asked = useAsked(actions)
  const { items, active } = asked
  const { dialog, close } = useDialog(onClose)
  const choose = (item: PaletteItem, isApart = false) => {
    // Fields behind an open dialog take no focus.
    close.current?.()
    onClose()
    if (item.kind === 'organization') goToOrganization(item.organization.address, isApart)
    else carryOut(app, item)
  }
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLInputElement>) => {
    if (event.isComposing) return
    const { items: present, active: at } = asked.newest(event.currentTarget.value)
    const next = nextActive(event.key, at, present.length)
    const item = present[at]
    if (next !== undefined) asked.set(event.currentTarget.value, next)
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
          onInput={({ currentTarget }) => asked.after(currentTarget.value)}
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
        onPoint={asked.activate}
      />
    </dialog>
  )
}

interface Asked {
  readonly items: readonly PaletteItem[]
  readonly active: number
  /** Returns the list for a text. A key may come before the answer to the letter before it is drawn. */
  newest(text: string): { readonly items: readonly PaletteItem[]; readonly active: number }
  set(text: string, active: number): void
  /** Answers a text behind its frame: who types sees the letter first. */
  after(text: string): void
  activate(active: number): void
}

function useAsked(actions: readonly OfferedAction[]): Asked {
  // An item is chosen by its key: further topics may come before it. Without one, the first is meant.
  const [{ text, chosen }, draw] = useState<{ text: string; chosen?: string | undefined }>({ text: '' })
  const itemsFor = usePaletteItems(actions, text)
  const items = itemsFor(text)
  const active = Math.max(
    0,
    items.findIndex(({ key }) => key === chosen),
  )
  const callOff = useRef<() => void>(undefined)
  useEffect(() => () => callOff.current?.(), [])
  const set = (next: string, at: number) => {
    callOff.current?.()
    draw({ text: next, chosen: at > 0 ? itemsFor(next)[at]?.key : undefined })
  }
  return {
    items,
    active,
    set,
    newest: (next) => (next === text ? { items, active } : { items: itemsFor(next), active: 0 }),
    after(next) {
      callOff.current?.()
      callOff.current = afterPaint(() => set(next, 0))
    },
    activate: (at) => draw({ text, chosen: items[at]?.key }),
  }
}

/** Names an action so that it says what it is about: no menu stands beside it. */
const asCommand = (action: OfferedAction): OfferedAction =>
  action.command === undefined ? action : { ...action, label: t(action.command) }

/** Shows the dialog. `close` gives the focus back to what had it; so does taking the dialog away. */
function useDialog(onClose: () => void) {
  const latest = useRef(onClose)
  latest.current = onClose
  const dialog = useRef<HTMLDialogElement>(null)
  const close = useRef<() => void>(undefined)
  useLayoutEffect(() => {
    const element = dialog.current!
    close.current = openModal(element)
    element.querySelector('input')?.focus()
    element.addEventListener('cancel', (event) => {
      event.preventDefault()
      latest.current()
    })
    return close.current
  }, [])
  return { dialog, close }
}

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
  const emptyName = useKnown(({ state }) => emptyTopicName(state))
  switch (item.kind) {
    case 'topic':
      return (
        <>
          <ChannelSign channel={item.channel} />
          <span class="palette-name" dir="auto">
            {item.conversation.topic || emptyName}
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
