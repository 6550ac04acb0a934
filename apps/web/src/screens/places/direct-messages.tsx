import { Plus } from 'lucide'
import { Count } from '#parts/count.tsx'
import { Icon } from '#parts/icon.tsx'
import { PersonAvatar } from '#parts/person-avatar.tsx'
import { PresenceDot } from '#parts/presence-dot.tsx'
import { addressFor, conversationKeyOf, viewOf } from '#state/addresses.ts'
import { type Conversation, newestFirst } from '#state/conversations.ts'
import { namesOf, peopleOf } from '#state/people.ts'
import { remember } from '#state/remember.ts'
import { selectConversations, selectUnreadCounts } from '#state/selectors.ts'
import { useFolded } from '#state/use-folded.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { type FilteredProps, fits } from './fits.ts'
import { GroupHead } from './group-head.tsx'

/** Conversations in places. The list of direct messages has all. */
const shownPeople = 8
/** The most conversations that the filter of places finds. */
const mostFound = 30

const directConversations = remember((conversations: readonly Conversation[]) =>
  conversations
    .filter(({ userIds }) => userIds !== undefined)
    .toSorted((a, b) => Number(b.unread > 0) - Number(a.unread > 0) || newestFirst(a, b)),
)

/** Conversations with people: unread ones first, then the newest. */
export function DirectMessages({ asked }: FilteredProps) {
  const conversations = useKnown((known) => directConversations(selectConversations(known)))
  const people = useKnown(({ state }) => peopleOf(state))
  const shown =
    asked === ''
      ? conversations.slice(0, shownPeople)
      : conversations.filter(({ userIds = [] }) => fits(asked, nameOf(userIds, people))).slice(0, mostFound)
  const unread = useKnown((known) => selectUnreadCounts(known).direct)
  const [isTurned, setFolded] = useFolded('direct')
  const isFolded = isTurned && asked === ''
  if (asked !== '' && shown.length === 0) return null
  return (
    <section class="places-group">
      <GroupHead
        section="direct"
        name={t('places.direct')}
        isFolded={isFolded}
        onFold={() => setFolded(!isFolded)}
        count={isFolded ? unread : 0}
      >
        <a
          class="group-action"
          href="#new/direct"
          aria-label={t('places.newDirect')}
          title={t('places.newDirect')}
        >
          <Icon of={Plus} size={1} />
        </a>
      </GroupHead>
      {!isFolded && (
        <ul>
          {shown.map((conversation) => (
            <PeopleRow key={conversation.key} conversation={conversation} />
          ))}
          {asked === '' && conversations.length >= shownPeople && (
            <li>
              <a class="place place-more" href="#narrow/is/dm">
                {t('places.allDirect')}
              </a>
            </li>
          )}
        </ul>
      )}
    </section>
  )
}

function PeopleRow({ conversation }: { readonly conversation: Conversation }) {
  const { key, userIds = [], unread } = conversation
  const people = useKnown(({ state }) => peopleOf(state))
  const ownId = useKnown(({ state }) => state?.user_id ?? -1)
  const address = useKnown(({ state }) => addressFor(state, viewOf(conversation, ownId)))
  const isCurrent = useKnown(({ main }) => conversationKeyOf(main, ownId) === key)
  const [only] = userIds
  const name = nameOf(userIds, people)
  return (
    <li>
      <a
        class={unread > 0 ? 'place place-unread' : 'place'}
        href={address}
        aria-current={isCurrent ? 'page' : undefined}
      >
        <span class="place-picture">
          <PersonAvatar person={people.get(only ?? ownId)} size={1.25} />
          {userIds.length === 1 && only !== undefined && <PresenceDot userId={only} />}
        </span>
        <span class="place-name" dir="auto">
          {name}
        </span>
        <Count of={unread} isLoud />
      </a>
    </li>
  )
}

const nameOf = (userIds: readonly number[], people: ReturnType<typeof peopleOf>): string =>
  userIds.length === 0 ? t('places.notes') : namesOf(userIds, people, t('people.unknown')).join(', ')
