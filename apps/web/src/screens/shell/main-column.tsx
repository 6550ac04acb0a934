import { useMemo } from 'preact/hooks'
import { lazy } from '#parts/lazy.tsx'
import { useNarrow } from '#parts/use-narrow.ts'
import { MessagesView } from '#screens/conversation/messages-view.tsx'
import { FindHost } from '#screens/search/find-host.tsx'
import { mainColumn } from '#state/beside.ts'
import { appOfColumn } from '#state/column.ts'
import { isSearch } from '#state/place-of.ts'
import { isSpectator, mayLookAt } from '#state/spectator.ts'
import { AppContext, useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { learn } from '#words/words.ts'

const BotPage = lazy(async () => {
  await learn('bots', 'settings', 'organization')
  return (await import('#screens/bots/bot-page.tsx')).BotPage
})
const BrowseChannels = lazy(async () => {
  await learn('channels')
  return (await import('#screens/channels/browse-channels.tsx')).BrowseChannels
})
const CatchUpPage = lazy(async () => {
  await learn('catch-up')
  return (await import('#screens/catch-up/catch-up-page.tsx')).CatchUpPage
})
const groupWords = [
  'groups',
  'beginning',
  'channel',
  'channels',
  'organization',
  'permission',
  'settings',
] as const
const GroupPage = lazy(async () => {
  await learn(...groupWords)
  return (await import('#screens/groups/group-page.tsx')).GroupPage
})
const GroupsPage = lazy(async () => {
  await learn(...groupWords)
  return (await import('#screens/groups/groups-page.tsx')).GroupsPage
})
const NewGroup = lazy(async () => {
  await learn(...groupWords)
  return (await import('#screens/groups/new-group.tsx')).NewGroup
})
const HelpPage = lazy(async () => {
  await learn('help', 'palette', 'search')
  return (await import('#screens/help/help-page.tsx')).HelpPage
})
const ChannelPage = lazy(async () => {
  await learn('beginning', 'channel', 'channels', 'permission', 'settings')
  return (await import('#screens/channel/channel-page.tsx')).ChannelPage
})
const CreateChannel = lazy(async () => {
  await learn('beginning', 'channel', 'channels', 'permission', 'settings')
  return (await import('#screens/channels/create-channel.tsx')).CreateChannel
})
const InvitePage = lazy(async () => {
  await learn('invite', 'groups')
  return (await import('#screens/invite/invite-page.tsx')).InvitePage
})
const Later = lazy(async () => {
  await learn('later')
  return (await import('#screens/later/later.tsx')).Later
})
const OrganizationPage = lazy(async () => {
  await learn('organization', 'settings', 'person', 'channels', 'permission', 'bots', 'audit', 'beginning')
  return (await import('#screens/organization/organization-page.tsx')).OrganizationPage
})
const ModerationPage = lazy(async () => {
  await learn('moderation', 'move', 'person', 'organization', 'settings')
  return (await import('#screens/moderation/moderation-page.tsx')).ModerationPage
})
const NewPeople = lazy(async () => {
  await learn('beginning')
  return (await import('#screens/new-conversation/new-people.tsx')).NewPeople
})
const NewTopic = lazy(async () => {
  await learn('beginning', 'checks')
  return (await import('#screens/new-conversation/new-topic.tsx')).NewTopic
})
const NotPublic = lazy(async () => (await import('#screens/spectator/not-public.tsx')).NotPublic)
const PersonPage = lazy(async () => {
  await learn('person', 'settings', 'organization', 'groups', 'channel', 'tokens')
  return (await import('#screens/people/person-page.tsx')).PersonPage
})
const RightsPage = lazy(async () => {
  await learn('rights', 'organization', 'channel', 'groups', 'settings', 'person')
  return (await import('#screens/rights/rights-page.tsx')).RightsPage
})
const SearchHint = lazy(async () => {
  await learn('search')
  return (await import('#screens/search/search-hint.tsx')).SearchHint
})
const SettingsPage = lazy(async () => {
  await learn('settings', 'help', 'person', 'beginning', 'later', 'bots', 'tokens', 'audit')
  return (await import('#screens/settings/settings-page.tsx')).SettingsPage
})
const Welcome = lazy(async () => {
  await learn('welcome', 'invite')
  return (await import('#screens/welcome/welcome.tsx')).Welcome
})

/** The third column: what the address opens. */
export function Main() {
  const app = useApp()
  const own = useMemo(() => appOfColumn(app, mainColumn), [app])
  return (
    <main class="main" data-column={mainColumn}>
      <AppContext value={own}>
        <Opened />
      </AppContext>
    </main>
  )
}

function Opened() {
  const isNarrow = useNarrow()
  // A narrow screen shows a list alone.
  const view = useKnown((known) => (isNarrow ? known.view : known.main))
  const isOpen = useKnown((known) => !isSpectator(known) || mayLookAt(known.state, view))
  if (!isOpen) return <NotPublic />
  if (isSearch(view)) return <SearchHint />
  switch (view.kind) {
    case 'new topic':
      return <NewTopic key={view.channelId} channelId={view.channelId} />
    case 'new direct':
      return <NewPeople />
    case 'channels':
      return view.page === 'new' ? (
        <CreateChannel folderId={view.folderId ?? undefined} />
      ) : (
        <BrowseChannels tab={view.page} folderId={view.folderId} />
      )
    case 'channel':
      return <ChannelPage channelId={view.channelId} page={view.page} />
    case 'groups':
      return view.page === 'new' ? <NewGroup /> : <GroupsPage tab={view.page} />
    case 'group':
      return <GroupPage groupId={view.groupId} page={view.page} />
    case 'drafts':
    case 'scheduled':
    case 'reminders':
    case 'to-answer':
    case 'asked':
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
    case 'help':
      return <HelpPage page={view.page} />
    case 'user':
      return <PersonPage userId={view.userId} page={view.page} />
    case 'catch-up':
      return <CatchUpPage />
    case 'moderation':
      return <ModerationPage />
    case 'rights':
      return <RightsPage view={view} />
    case 'bot':
      return <BotPage key={view.botId} botId={view.botId} />
    case 'settings':
      return <SettingsPage page={view.page} />
    case 'organization':
      return <OrganizationPage page={view.page} />
    case 'invite':
      return <InvitePage />
    case 'home':
    case 'inbox':
    case 'recent':
    case 'topics':
    case 'places':
    case 'unreadable':
      return <Welcome />
  }
}
