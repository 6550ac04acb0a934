import { lazy } from '#parts/lazy.tsx'
import { deviceTimeZone, isSameTime } from '#state/time-zone.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { learn } from '#words/words.ts'
import { Elsewhere } from './elsewhere.tsx'

const TimeZoneOffer = lazy(async () => {
  await learn('settings')
  return (await import('./time-zone-offer.tsx')).TimeZoneOffer
})
const SecondStepNotice = lazy(async () => {
  await learn('settings')
  return (await import('./second-step-notice.tsx')).SecondStepNotice
})

/** All that is said of itself over the open page, once it is there. */
export function Notices() {
  return (
    <>
      <Elsewhere />
      <OfferOfZone />
      <SecondStep />
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

/** Asks for the notice about second steps only where the organization asks for them. */
function SecondStep() {
  const isAsked = useKnown(({ state }) => {
    const setting = state?.realm_second_factor_required_group
    const groups = state?.realm_user_groups
    return groups !== undefined && setting !== groups.find(({ name }) => name === 'role:nobody')?.id
  })
  return isAsked ? <SecondStepNotice /> : null
}
