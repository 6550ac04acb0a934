import { BrowseChannels } from '#screens/channels/browse-channels.tsx'
import { MessagesView } from '#screens/conversation/messages-view.tsx'
import { Later } from '#screens/later/later.tsx'
import { NewPeople } from '#screens/new-conversation/new-people.tsx'
import { NewTopic } from '#screens/new-conversation/new-topic.tsx'
import { FindHost } from '#screens/search/find-bar.tsx'
import { SearchHint } from '#screens/search/search-hint.tsx'
import { Welcome } from '#screens/welcome/welcome.tsx'
import { isSearch } from '#state/place-of.ts'
import { useKnown } from '#state/use-known.ts'

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
      return (
        <>
          <FindHost view={view} />
          <MessagesView view={view} />
        </>
      )
    default:
      return <Welcome />
  }
}
