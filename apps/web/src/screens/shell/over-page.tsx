import type { RefObject } from 'preact'
import { lazy } from '#parts/lazy.tsx'
import { missingFields } from '#state/missing-fields.ts'
import { deviceTimeZone, isSameTime } from '#state/time-zone.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { learn } from '#words/words.ts'
import { LaterCommands } from './later-commands.tsx'

const DragToTopic = lazy(async () => (await import('#screens/conversation/drag-to-topic.tsx')).DragToTopic)
const Elsewhere = lazy(async () => (await import('./elsewhere.tsx')).Elsewhere)
const EdgeSwipe = lazy(async () => (await import('#parts/swipe/edge-swipe.tsx')).EdgeSwipe)
const PullDown = lazy(async () => (await import('#parts/swipe/pull-down.tsx')).PullDown)
const SentStatus = lazy(async () => (await import('./sent-status.tsx')).SentStatus)
const LinkTitles = lazy(async () => (await import('./link-titles.tsx')).LinkTitles)
const PageTitle = lazy(async () => {
  await learn('search')
  return (await import('./page-title.tsx')).PageTitle
})
const TimeZoneOffer = lazy(async () => {
  await learn('settings')
  return (await import('./time-zone-offer.tsx')).TimeZoneOffer
})
const MissingFieldsOffer = lazy(async () => {
  await learn('settings')
  return (await import('./missing-fields-offer.tsx')).MissingFieldsOffer
})
const SecondStepNotice = lazy(async () => {
  await learn('settings')
  return (await import('./second-step-notice.tsx')).SecondStepNotice
})

interface OverPageProps {
  readonly page: RefObject<HTMLElement | null>
  readonly isVisitor: boolean
}

/** Gestures, notices and rare commands. They are loaded after the page. */
export function OverPage({ page, isVisitor }: OverPageProps) {
  const { commands } = useApp()
  return (
    <>
      <EdgeSwipe page={page} />
      <LaterCommands />
      <PullDown page={page} of=".places-scroll" onPull={() => void commands.run('palette')} />
      <PageTitle />
      <LinkTitles page={page} />
      {!isVisitor && (
        <>
          <DragToTopic page={page} />
          <Elsewhere />
          <SentStatus />
          <OfferOfZone />
          <SecondStep />
          <OfferOfFields />
        </>
      )}
    </>
  )
}

/** Asks for the offer of another time zone only where it is wanted: few ever see it. */
function OfferOfZone() {
  const { clock } = useApp()
  const profile = useKnown(({ state }) =>
    state?.user_settings?.web_suggest_update_timezone ? (state.user_settings.timezone ?? '') : '',
  )
  return isSameTime(deviceTimeZone(), profile, clock.now()) ? null : <TimeZoneOffer />
}

/** Loads the offer to fill in the profile only if something is missing. */
function OfferOfFields() {
  const isAsked = useKnown(({ state }) => missingFields(state).length > 0)
  return isAsked ? <MissingFieldsOffer /> : null
}

/** Asks for the notice about second steps only where the organization asks for them. */
function SecondStep() {
  const isAsked = useKnown(({ state }) => {
    const setting = state?.realm_second_factor_required_group
    const groups = state?.realm_user_groups
    return groups !== undefined && setting !== groups.find(({ name }) => name === 'role:nobody')?.id
  })
  return isAsked ? <SecondStepNotice /> : null
}
