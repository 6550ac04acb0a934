import { searchTerms, viewOfTerms } from '@tagma/contract/address.ts'
import { CornerDownRight, FileText, Search, X, Zap } from 'lucide'
import { useMemo, useRef, useState } from 'preact/hooks'
import { isMac } from '#keys/follow-keys.ts'
import { keyMap, shownKeys } from '#keys/key-map.ts'
import { ChannelSign } from '#parts/channel-sign.tsx'
import { nextActive } from '#parts/combobox/next-active.ts'
import { optionId, Options } from '#parts/combobox/options.tsx'
import { Count } from '#parts/count.tsx'
import { Icon } from '#parts/icon.tsx'
import { PersonAvatar } from '#parts/person-avatar.tsx'
import { addressFor } from '#state/addresses.ts'
import { channelsById } from '#state/channels.ts'
import { namesOf, peopleOf } from '#state/people.ts'
import { searchLookups } from '#state/search-lookups.ts'
import { selectConversations } from '#state/selectors.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { paletteCommands, palettePages } from './palette-entries.ts'
import { type PaletteItem, paletteItems, viewOfItem } from './palette-items.ts'

/** Finds conversations, people, channels, pages and commands by a few letters. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const app = useApp()
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const items = usePaletteItems(text)
  const dialog = useDialog(onClose)
  const choose = (item: PaletteItem) => {
    onClose()
    carryOut(app, item)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return
    const next = nextActive(event.key, active, items.length)
    const item = items[active]
    if (next !== undefined) setActive(next)
    else if (event.key === 'Enter' && item) choose(item)
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
        <button
          type="button"
          class="button-icon palette-close"
          aria-label={t('dialog.close')}
          onClick={onClose}
        >
          <Icon of={X} />
        </button>
      </div>
      <Options
        id="palette-options"
        label={t('palette.name')}
        options={items}
        active={active}
        draw={(item) => <Item item={item} />}
        onChoose={choose}
        onPoint={setActive}
      />
    </dialog>
  )
}

function useDialog(onClose: () => void) {
  const close = useRef(onClose)
  close.current = onClose
  const shown = useRef<HTMLDialogElement | null>(null)
  const before = useRef(document.activeElement)
  return (dialog: HTMLDialogElement | null) => {
    if (dialog && !shown.current) {
      dialog.showModal()
      dialog.querySelector('input')?.focus()
      dialog.addEventListener('cancel', (event) => {
        event.preventDefault()
        close.current()
      })
    }
    if (!dialog && before.current instanceof HTMLElement && before.current.isConnected)
      before.current.focus({ preventScroll: true })
    shown.current = dialog
  }
}

function usePaletteItems(text: string): readonly PaletteItem[] {
  const { store } = useApp()
  const people = useKnown(({ state }) => peopleOf(state))
  const channels = useKnown(({ state }) => channelsById(state))
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
      commands: paletteCommands(),
      pages: palettePages(),
      isSearch: searchTerms(text, searchLookups(known.state)).some(
        (part) => 'problem' in part || part.term.operator !== 'search',
      ),
    })
  }, [store, text, people, channels])
}

function carryOut({ go, store, commands }: ReturnType<typeof useApp>, item: PaletteItem): void {
  const { state } = store.get()
  const view = viewOfItem(item, state?.user_id ?? -1)
  if (view) go(addressFor(state, view))
  else if (item.kind === 'search') {
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
    case 'command': {
      const [keys] = keyMap[item.command]
      return (
        <>
          <Icon of={Zap} />
          <span class="palette-name">{item.name}</span>
          {keys && <kbd>{shownKeys(keys, isMac())}</kbd>}
        </>
      )
    }
    case 'page':
      return (
        <>
          <Icon of={FileText} />
          <span class="palette-name">{item.name}</span>
        </>
      )
    case 'search':
      return (
        <>
          <Icon of={CornerDownRight} turns />
          <span class="palette-name">{t('palette.search', { text: item.text })}</span>
        </>
      )
  }
}
