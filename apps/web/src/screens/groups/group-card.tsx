import type { UserGroup } from '@tagma/contract/objects/user-group.ts'
import { AtSign, UsersRound } from 'lucide'
import { useMemo } from 'preact/hooks'
import { Icon } from '#parts/icon.tsx'
import { PersonAvatar } from '#parts/person-avatar.tsx'
import { Popover } from '#parts/popover/popover.tsx'
import { addressFor } from '#state/addresses.ts'
import { wayInto } from '#state/group-ways.ts'
import { mentionReason } from '#state/mention-reason.ts'
import { peopleIn } from '#state/people-in.ts'
import { peopleOf } from '#state/people.ts'
import { useKnown } from '#state/use-known.ts'
import { groupLabel } from '#state/who-may.ts'
import { listOf } from '#words/list-of.ts'
import { locale, t } from '#words/words.ts'

/** The most people that a card names. */
const mostPeople = 12

interface GroupCardProps {
  readonly groupId: number
  readonly anchor: Element
  readonly onMention: ((text: string) => void) | undefined
  readonly onClose: () => void
}

/** A card about a group, beside its mention: who belongs to it, and whether the reader does. */
export function GroupCard({ groupId, anchor, onMention, onClose }: GroupCardProps) {
  const group = useKnown(({ state }) => state?.realm_user_groups?.find(({ id }) => id === groupId))
  const page = useKnown(({ state }) => addressFor(state, { kind: 'group', groupId, page: 'members' }))
  const label = group ? groupLabel(group.name) : t('groups.unknown')
  return (
    <Popover label={label} anchor={anchor} onClose={onClose}>
      <div class="person-card group-card" tabIndex={-1} autofocus>
        <header class="person-head">
          <span class="group-sign">
            <Icon of={UsersRound} size={1.5} />
          </span>
          <div>
            <h2 class="person-name" dir="auto">
              {label}
            </h2>
            {group && group.description !== '' && !group.is_system_group && (
              <p dir="auto">{group.description}</p>
            )}
          </div>
        </header>
        {group && <Membership group={group} />}
        {group && <Members group={group} page={page} onClose={onClose} />}
        {group && onMention && <MentionButton {...{ group, onMention, onClose }} />}
        {group && (
          <a class="person-more" href={page} onClick={onClose}>
            {t('groups.to-page')}
          </a>
        )}
      </div>
    </Popover>
  )
}

/** The number of people in a group, and how the reader belongs to it. */
function Membership({ group }: { readonly group: UserGroup }) {
  const state = useKnown((known) => known.state)
  if (!state) return null
  const way = wayInto(state, state.user_id ?? -1, group)
  const own =
    typeof way === 'string'
      ? t(way === 'direct' ? 'groups.you-are-in' : 'groups.you-are-not-in')
      : t('groups.you-are-in-by', { groups: listOf(way.map(({ name }) => groupLabel(name))) })
  return (
    <div class="group-facts">
      {group.deactivated && <p>{t('groups.is-deactivated')}</p>}
      <p>{t('groups.reaches', { count: peopleIn(state, group.id).size })}</p>
      <p>{own}</p>
    </div>
  )
}

interface MembersProps {
  readonly group: UserGroup
  /** The address of the group's page, which lists everybody. */
  readonly page: string
  readonly onClose: () => void
}

/** The people of a group and of its subgroups, by name. */
function Members({ group, page, onClose }: MembersProps) {
  const state = useKnown((known) => known.state)
  const people = useMemo(() => {
    if (!state) return []
    const known = peopleOf(state)
    return [...peopleIn(state, group.id)]
      .flatMap((id) => known.get(id) ?? [])
      .toSorted((a, b) => a.full_name.localeCompare(b.full_name, locale()))
  }, [state, group.id])
  const more = people.length - mostPeople
  if (people.length === 0) return null
  return (
    <ul class="group-people" aria-label={t('groups.members')}>
      {people.slice(0, mostPeople).map((person) => (
        <li key={person.user_id}>
          <a
            class="group-person"
            href={addressFor(state, { kind: 'user', userId: person.user_id })}
            onClick={onClose}
          >
            <PersonAvatar person={person} size={1.5} />
            <span dir="auto">{person.full_name}</span>
          </a>
        </li>
      ))}
      {more > 0 && (
        <li>
          <a class="group-person" href={page} onClick={onClose}>
            {t('groups.more', { count: more })}
          </a>
        </li>
      )}
    </ul>
  )
}

interface MentionButtonProps {
  readonly group: UserGroup
  readonly onMention: (text: string) => void
  readonly onClose: () => void
}

function MentionButton({ group, onMention, onClose }: MentionButtonProps) {
  const reason = useKnown(({ state }) =>
    group.deactivated || !state ? '' : mentionReason(state, group.can_mention_group),
  )
  if (reason === '') return null
  return (
    <div class="person-actions">
      <button
        type="button"
        class="button"
        disabled={reason !== undefined}
        onClick={() => {
          onClose()
          onMention(`@*${group.name}* `)
        }}
      >
        <Icon of={AtSign} size={1} />
        {t('groups.mention')}
      </button>
      {reason !== undefined && <p class="setting-note">{reason}</p>}
    </div>
  )
}
