import { BrowseChannels } from '#screens/channels/browse-channels.tsx'
import { MessagesView } from '#screens/conversation/messages-view.tsx'
import { Later } from '#screens/later/later.tsx'
import { NewPeople } from '#screens/new-conversation/new-people.tsx'
import { NewTopic } from '#screens/new-conversation/new-topic.tsx'
import { SearchHint } from '#screens/search/search-hint.tsx'
import { isSearch } from '#state/place-of.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'

/** The third column: what the address opens. */
export function Main() {
  return (
    <main class="main">
      <Opened />
    </main>
  )
}

function Opened() {
  const view = useKnown((known) => known.view)
  const name = useKnown(({ state }) => state?.realm_name ?? '')
  if (isSearch(view)) return <SearchHint />
  switch (view.kind) {
    case 'new topic':
      return <NewTopic key={view.channelId} channelId={view.channelId} />
    case 'new direct':
      return <NewPeople />
    case 'channels':
      return <BrowseChannels tab={view.page === 'new' ? 'available' : view.page} />
    case 'drafts':
    case 'scheduled':
    case 'reminders':
      return <Later tab={view.kind} />
    case 'conversation':
    case 'feed':
    case 'search':
      return <MessagesView view={view} />
    default:
      return (
        <div class="welcome">
          <h1 dir="auto">{name}</h1>
          <p>{t('shell.choose')}</p>
        </div>
      )
  }
}
