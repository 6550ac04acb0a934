import { limits } from '@tagma/contract/limits.ts'
import type { BotCommand } from '@tagma/contract/objects/bot-command.ts'
import * as wire from '@tagma/contract/wire.ts'
import { X } from 'lucide'
import { useState } from 'preact/hooks'
import { showError } from '#actions/show-error.ts'
import { IconButton } from '#parts/icon-button.tsx'
import { TextField } from '#parts/text-field/text-field.tsx'
import { OwnForm } from '#screens/settings/own-form.tsx'
import { useCanSave } from '#screens/settings/setting-control.tsx'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'

const none: readonly BotCommand[] = []

/** The commands that a bot offers, beginning with `/`. A bot’s program may set them, too. */
export function BotCommands({ botId: bot_id }: { readonly botId: number }) {
  const app = useApp()
  const canSave = useCanSave()
  const commands =
    useKnown(({ state }) => state?.tagma_commands?.find(({ user_id }) => user_id === bot_id)?.commands) ??
    none
  const remove = async (gone: BotCommand) => {
    try {
      const rest = commands.filter(({ name }) => name !== gone.name)
      await app.client.call(wire.setBotCommands, { bot_id, commands: rest.map(toSend) })
    } catch (error) {
      showError(app, error)
    }
  }
  return (
    <details class="setting-group bot-more">
      <summary>{t('bots.commands', { count: commands.length })}</summary>
      <ul class="setting-list" aria-label={t('bots.commands-label')}>
        {commands.map((command) => (
          <li key={command.name}>
            <span class="setting-text">
              <code>
                /{command.name} {command.usage}
              </code>
              <small dir="auto">{command.summary}</small>
            </span>
            <IconButton
              icon={X}
              label={t('bots.command-remove', { name: command.name })}
              disabled={!canSave}
              onClick={() => void remove(command)}
            />
          </li>
        ))}
      </ul>
      <AddCommand botId={bot_id} commands={commands} />
    </details>
  )
}

const toSend = ({ options, ...command }: BotCommand) => ({
  ...command,
  in: [...command.in],
  options: options.map(({ choices, ...option }) =>
    choices === undefined ? option : { ...option, choices: [...choices] },
  ),
})

interface AddCommandProps {
  readonly botId: number
  readonly commands: readonly BotCommand[]
}

function AddCommand({ botId: bot_id, commands }: AddCommandProps) {
  const app = useApp()
  const [name, setName] = useState('')
  const [summary, setSummary] = useState('')
  const [usage, setUsage] = useState('')
  const add = async () => {
    const command = { name: name.trim().replace(/^\//, ''), summary: summary.trim(), usage: usage.trim() }
    const others = commands.filter((each) => each.name !== command.name).map(toSend)
    await app.client.call(wire.setBotCommands, { bot_id, commands: [...others, command] })
    setName('')
    setSummary('')
    setUsage('')
  }
  const fields = [
    ['bots.command-name', name, setName],
    ['bots.command-summary', summary, setSummary],
    ['bots.command-usage', usage, setUsage],
  ] as const
  return (
    <OwnForm
      title={t('bots.command-new')}
      action={t('bots.command-add')}
      isReady={name.trim() !== '' && summary.trim() !== ''}
      onSend={add}
    >
      <p class="setting-note">{t('bots.commands-about')}</p>
      {fields.map(([label, value, set]) => (
        <TextField
          key={label}
          label={t(label)}
          most={limits.maxCommandTextLength}
          value={value}
          onText={set}
        />
      ))}
    </OwnForm>
  )
}
