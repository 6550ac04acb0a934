import { lazy } from '#parts/lazy.tsx'
import { MessagesView } from '#screens/conversation/messages-view.tsx'
import { FindHost } from '#screens/search/find-bar.tsx'
import { SearchHint } from '#screens/search/search-hint.tsx'
import { isSearch } from '#state/place-of.ts'
import { useKnown } from '#state/use-known.ts'

const BrowseChannels = lazy(
  async () => (await import('#screens/channels/browse-channels.tsx')).BrowseChannels,
)
const InvitePage = lazy(async () => (await import('#screens/invite/invite-page.tsx')).InvitePage)
const Later = lazy(async () => (await import('#screens/later/later.tsx')).Later)
const NewPeople = lazy(async () => (await import('#screens/new-conversation/new-people.tsx')).NewPeople)
const NewTopic = lazy(async () => (await import('#screens/new-conversation/new-topic.tsx')).NewTopic)
const Welcome = lazy(async () => (await import('#screens/welcome/welcome.tsx')).Welcome)

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
    case 'invite':
      return <InvitePage />
    default:
      return <Welcome />
  }
}
