import { Plus } from 'lucide'
import { useState } from 'preact/hooks'
import { Icon } from '#parts/icon.tsx'
import { KeptForm } from '#parts/kept-form/kept-form.tsx'
import { PersonAvatar } from '#parts/person-avatar.tsx'
import { FilteredList } from '#screens/settings/filtered-list.tsx'
import { useCanSave } from '#screens/settings/setting-control.tsx'
import { addressFor } from '#state/addresses.ts'
import { type Person, peopleOf } from '#state/people.ts'
import { useKnown } from '#state/use-known.ts'
import { locale, t } from '#words/words.ts'
import { kindName, kindsToMake, makersText } from './bot-kinds.ts'
import { NewBot } from './new-bot.tsx'

/** One's own bots, and the way to make one. */
export function OwnBots() {
  const ownId = useKnown(({ state }) => state?.user_id)
  return (
    <>
      <p class="setting-note">{t('bots.about')}</p>
      <MakeBot />
      <BotsList isShown={({ bot_owner_id }) => bot_owner_id === ownId} empty={t('bots.none-own')} />
    </>
  )
}

/** All bots of the organization. */
export function AllBots() {
  return (
    <>
      <p class="setting-note">{t('bots.about-all')}</p>
      <MakeBot />
      <BotsList isShown={() => true} hasOwners empty={t('bots.none')} />
    </>
  )
}

function MakeBot() {
  const state = useKnown((known) => known.state)
  const canSave = useCanSave()
  const [isOpen, setOpen] = useState(false)
  if (!state) return null
  const kinds = kindsToMake(state)
  const reason = kinds.length === 0 ? makersText(state) : undefined
  if (isOpen)
    return (
      <KeptForm reason={reason}>
        <NewBot kinds={kinds} onClose={() => setOpen(false)} />
      </KeptForm>
    )
  if (reason !== undefined) return <p class="setting-note">{reason}</p>
  return (
    <p>
      <button type="button" class="button button-main" disabled={!canSave} onClick={() => setOpen(true)}>
        <Icon of={Plus} size={1} />
        {t('bots.new')}
      </button>
    </p>
  )
}

interface BotsListProps {
  readonly isShown: (bot: Person) => boolean
  readonly hasOwners?: boolean
  readonly empty: string
}

function BotsList({ isShown, hasOwners = false, empty }: BotsListProps) {
  const people = useKnown(({ state }) => peopleOf(state))
  const system = useKnown(({ state }) => state?.cross_realm_bots)
  const ofSystem = new Set(system?.map(({ user_id }) => user_id))
  const found = [...people.values()]
    .filter((person) => person.is_bot && !ofSystem.has(person.user_id) && isShown(person))
    .toSorted((a, b) => a.full_name.localeCompare(b.full_name, locale()))
  const entries = (isActive: boolean) =>
    found
      .filter(({ is_active }) => is_active === isActive)
      .map((bot) => ({
        key: String(bot.user_id),
        name: `${bot.full_name} ${bot.email}`,
        row: <BotRow bot={bot} hasOwner={hasOwners} />,
      }))
  const ended = entries(false)
  return (
    <>
      <section class="setting-group">
        <h2>{t('bots.active')}</h2>
        <FilteredList label={t('bots.active')} entries={entries(true)} empty={empty} />
      </section>
      {ended.length > 0 && (
        <section class="setting-group">
          <h2>{t('bots.deactivated')}</h2>
          <FilteredList label={t('bots.deactivated')} entries={ended} empty="" />
        </section>
      )}
    </>
  )
}

function BotRow({ bot, hasOwner }: { readonly bot: Person; readonly hasOwner: boolean }) {
  const state = useKnown((known) => known.state)
  const owner = peopleOf(state).get(bot.bot_owner_id ?? -1)?.full_name
  return (
    <>
      <PersonAvatar person={bot} size={2} />
      <a class="setting-text" href={addressFor(state, { kind: 'bot', botId: bot.user_id })}>
        <span dir="auto">{bot.full_name}</span>
        <small dir="auto">
          {hasOwner && owner !== undefined
            ? t('bots.kind-of', { kind: kindName(bot), owner })
            : kindName(bot)}
        </small>
      </a>
    </>
  )
}
