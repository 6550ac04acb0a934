import { Check } from 'lucide'
import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { Icon } from '#parts/icon.tsx'
import { type FirstStep, firstSteps, isTaken, stepKey } from '#state/first-steps.ts'
import { useDone } from '#state/use-done.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { BringAlong } from './bring-along.tsx'
import { ChannelsStep } from './channels-step.tsx'
import { ExampleConversation } from './example-conversation.tsx'
import { MessageStep } from './message-step.tsx'
import { PeopleStep } from './people-step.tsx'

const contents = { message: MessageStep, people: PeopleStep, channels: ChannelsStep } as const

/** The first screen of an organization that is still empty: three things that its owner can do in place. */
export function FirstSteps() {
  const name = useKnown(({ state }) => state?.realm_name ?? '')
  // The newest messages tell of steps that were taken on another device. Without a connection nobody tells.
  const isSure = useKnown(
    ({ messages, connection }) => messages.windows.size > 0 || connection.state === 'waiting',
  )
  return (
    <div class="first-steps">
      <header>
        <h1 dir="auto">{t('welcome.ready', { organization: name })}</h1>
        <p>{t('welcome.ready-text')}</p>
      </header>
      {isSure && firstSteps.map((step) => <Step key={step} step={step} />)}
      <BringAlong />
      <ExampleConversation />
    </div>
  )
}

/** Facts that a step needs. */
export interface StepProps {
  /** Ends the step: its card says that it is done, and is gone the next time. */
  readonly finish: () => void
}

function Step({ step }: { readonly step: FirstStep }) {
  const [, finish] = useDone(stepKey(step))
  const isDone = useKnown((known) => isTaken(known, step))
  const wasDone = useRef(isDone).current
  const Content = contents[step]
  if (wasDone) return null
  return (
    <StepCard title={t(`welcome.${step}`)} done={isDone ? t(`welcome.${step}-done`) : undefined}>
      {/* What was made stays in sight, such as the link. */}
      {(!isDone || step === 'people') && <Content finish={finish} />}
    </StepCard>
  )
}

interface StepCardProps {
  readonly title: string
  /** Says that the step is done. */
  readonly done: string | undefined
  readonly children: ComponentChildren
}

function StepCard({ title, done, children }: StepCardProps) {
  return (
    <section class={done === undefined ? 'step' : 'step step-done'} aria-label={title}>
      <h2>{title}</h2>
      <p class="step-state" role="status">
        {done !== undefined && (
          <>
            <Icon of={Check} size={1} />
            {done}
          </>
        )}
      </p>
      {children}
    </section>
  )
}
