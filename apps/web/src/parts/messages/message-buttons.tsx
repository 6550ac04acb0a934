import { useState } from 'preact/hooks'
import { t } from '#words/words.ts'
import type { ButtonChoice, Buttons } from './widget-state.ts'

interface MessageButtonsProps {
  readonly id?: string
  readonly buttons: Buttons
  /** People without an account see the buttons, and press none. */
  readonly isReadOnly: boolean
  /** Settles when the bot was told. */
  readonly onPress: (choice: ButtonChoice) => Promise<void>
}

/** Buttons of a bot, below its text or in its place. One that was pressed rests until the server has answered. */
export function MessageButtons({ id, buttons, isReadOnly, onPress }: MessageButtonsProps) {
  const [pressed, setPressed] = useState<ButtonChoice>()
  const { heading, choices } = buttons
  return (
    <div id={id} class="message-buttons" role="group" aria-label={heading || t('message.buttons')}>
      {heading !== '' && <p dir="auto">{heading}</p>}
      <ul>
        {choices.map((choice, index) => (
          <li key={index}>
            <button
              type="button"
              class="button"
              dir="auto"
              disabled={isReadOnly || pressed === choice}
              aria-describedby={choice.detail === '' || id === undefined ? undefined : `${id}-${index}`}
              onClick={() => {
                setPressed(choice)
                void onPress(choice).then(() => setPressed(undefined))
              }}
            >
              {choice.name}
            </button>
            {choice.detail !== '' && (
              <span id={id === undefined ? undefined : `${id}-${index}`} dir="auto">
                {choice.detail}
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
