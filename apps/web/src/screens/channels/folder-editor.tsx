import { limits } from '@tagma/contract/limits.ts'
import * as wire from '@tagma/contract/wire.ts'
import { isAdministrator } from '@tagma/rules/roles.ts'
import { personOf } from '@tagma/sync/selectors/rights.ts'
import type { State } from '@tagma/sync/state.ts'
import { Archive, ArchiveRestore, Pencil, Plus } from 'lucide'
import { useEffect, useRef, useState } from 'preact/hooks'
import { showError } from '#actions/show-error.ts'
import { showToast } from '#actions/show-toast.ts'
import { IconButton } from '#parts/icon-button.tsx'
import { Icon } from '#parts/icon.tsx'
import { KeptForm } from '#parts/kept-form/kept-form.tsx'
import { TextField } from '#parts/text-field/text-field.tsx'
import { FormFailure } from '#screens/organization/form-failure.tsx'
import { OrderedList } from '#screens/organization/ordered-list.tsx'
import { useAttempt } from '#screens/organization/use-attempt.ts'
import { OwnForm } from '#screens/settings/own-form.tsx'
import { useCanSave } from '#screens/settings/setting-control.tsx'
import { channelsById } from '#state/channels.ts'
import { type App, useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'

type Folder = NonNullable<State['channel_folders']>[number]

const none: readonly Folder[] = []

/** The folders of the organization: made, renamed, ordered, archived and brought back in place. */
export function FolderEditor() {
  const app = useApp()
  const folders = useKnown(({ state }) => state?.channel_folders) ?? none
  const mayEdit = useKnown(
    ({ state }) => state !== undefined && isAdministrator(personOf(state, state.user_id ?? -1)),
  )
  const isDisabled = !useCanSave() || !mayEdit
  const { failure, attempt } = useAttempt()
  const [editing, setEditing] = useState<Folder>()
  const shown = folders.filter(({ is_archived }) => !is_archived).toSorted((a, b) => a.order - b.order)
  const archived = folders.filter(({ is_archived }) => is_archived)
  const setArchived = (folder: Folder, isArchived: boolean) =>
    void attempt(archiveFolder(app, folder, isArchived))
  return (
    <section class="channel-folders setting-group" aria-label={t('channels.folders')}>
      <p class="setting-note">{t('channels.folders-about')}</p>
      {!mayEdit && <p class="setting-note">{t('organization.only-administrators')}</p>}
      <OrderedList
        label={t('channels.folders')}
        isDisabled={isDisabled}
        onOrder={(ids) =>
          attempt(
            app.client.call(wire.patchChannelFolders, { order: [...ids, ...archived.map(({ id }) => id)] }),
          )
        }
        entries={shown.map((folder) => ({
          id: folder.id,
          name: folder.name,
          row: (
            <FolderRow
              {...{ folder, mayEdit, isDisabled }}
              onEdit={() => setEditing(folder)}
              onArchive={() => setArchived(folder, true)}
            />
          ),
        }))}
      />
      {shown.length === 0 && <p class="setting-note">{t('channels.folders-none')}</p>}
      <FormFailure text={failure} />
      <KeptForm reason={mayEdit ? undefined : t('organization.only-administrators')}>
        <FolderForm
          key={editing?.id ?? 'new'}
          {...(editing ? { before: editing } : {})}
          onClose={() => setEditing(undefined)}
        />
      </KeptForm>
      {mayEdit && archived.length > 0 && (
        <ArchivedFolders {...{ archived, isDisabled }} onRestore={(folder) => setArchived(folder, false)} />
      )}
    </section>
  )
}

interface FolderRowProps {
  readonly folder: Folder
  readonly mayEdit: boolean
  readonly isDisabled: boolean
  readonly onEdit: () => void
  readonly onArchive: () => void
}

function FolderRow({
  folder: { id, name, description },
  mayEdit,
  isDisabled,
  onEdit,
  onArchive,
}: FolderRowProps) {
  const count = useKnown(
    ({ state }) => [...channelsById(state).values()].filter((channel) => channel.folder_id === id).length,
  )
  return (
    <>
      <span class="setting-text">
        <span dir="auto">{name}</span>
        <small>
          {t('channels.folders-count', { count })}
          {description !== '' && (
            <>
              {' · '}
              <bdi>{description}</bdi>
            </>
          )}
        </small>
      </span>
      {mayEdit && (
        <>
          <a
            class="button-icon"
            href={`#channels/folders/${id}/new`}
            aria-label={t('channels.folders-add', { name })}
            title={t('channels.folders-add', { name })}
          >
            <Icon of={Plus} />
          </a>
          <IconButton
            icon={Pencil}
            label={t('channels.folders-change', { name })}
            disabled={isDisabled}
            onClick={onEdit}
          />
          <IconButton
            icon={Archive}
            label={t('channels.folders-archive', { name })}
            disabled={isDisabled}
            onClick={onArchive}
          />
        </>
      )}
    </>
  )
}

interface ArchivedFoldersProps {
  readonly archived: readonly Folder[]
  readonly isDisabled: boolean
  readonly onRestore: (folder: Folder) => void
}

function ArchivedFolders({ archived, isDisabled, onRestore }: ArchivedFoldersProps) {
  return (
    <details class="channel-further">
      <summary>{t('channels.folders-archived')}</summary>
      <ul class="setting-list" aria-label={t('channels.folders-archived')}>
        {archived.map((folder) => (
          <li key={folder.id}>
            <span class="setting-text" dir="auto">
              {folder.name}
            </span>
            <IconButton
              icon={ArchiveRestore}
              label={t('channels.folders-restore', { name: folder.name })}
              disabled={isDisabled}
              onClick={() => onRestore(folder)}
            />
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Archives a folder or brings it back, and offers to undo it. Rejects with the server's error. */
async function archiveFolder(app: App, folder: Folder, isArchived: boolean): Promise<void> {
  const { id: channel_folder_id, name } = folder
  await app.client.call(wire.updateChannelFolder, { channel_folder_id, is_archived: isArchived })
  showToast(app, {
    name: 'folder',
    kind: 'status',
    text: t(isArchived ? 'channels.folders-archived-one' : 'channels.folders-restored-one', { name }),
    undo: () => {
      archiveFolder(app, folder, !isArchived).catch((error: unknown) => showError(app, error))
    },
  })
}

interface FolderFormProps {
  /** The folder that is changed, as it was before. Omitted for a new one. */
  readonly before?: Folder
  readonly onClose: () => void
}

const textsOf = (folder?: Folder) => ({
  name: folder?.name ?? '',
  description: folder?.description ?? '',
})

/** Makes a folder or changes one. */
function FolderForm({ before, onClose }: FolderFormProps) {
  const app = useApp()
  const now = useKnown(({ state }) => state?.channel_folders?.find(({ id }) => id === before?.id))
  const [texts, setTexts] = useState(() => textsOf(before))
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (before) first.current?.focus()
  }, [])
  const name = texts.name.trim()
  const isOther = now !== undefined && (now.name !== before?.name || now.description !== before.description)
  const save = async () => {
    const parts = { name, description: texts.description.trim() }
    await (before
      ? app.client.call(wire.updateChannelFolder, { channel_folder_id: before.id, ...parts })
      : app.client.call(wire.createChannelFolder, parts))
    showToast(app, { name: 'folder', kind: 'status', text: t('channels.folders-saved', { name }) })
    setTexts(textsOf())
    onClose()
  }
  return (
    <OwnForm
      title={before ? t('channels.folders-change', { name: before.name }) : t('channels.folders-new')}
      action={t(before ? 'channels.folders-save' : 'channels.folders-make')}
      isReady={name !== ''}
      {...(before ? { onCancel: onClose } : {})}
      onSend={save}
    >
      {before && now?.is_archived !== false && <p class="setting-note">{t('channels.folders-gone')}</p>}
      {isOther && (
        <p class="setting-note">
          {t('channels.folders-other', { theirs: [now.name, now.description].filter(Boolean).join(' · ') })}
        </p>
      )}
      <TextField
        label={t('channels.folders-name')}
        field={first}
        most={limits.maxFolderNameLength}
        value={texts.name}
        onText={(text) => setTexts({ ...texts, name: text })}
      />
      <TextField
        label={t('channels.folders-description')}
        most={limits.maxFolderDescriptionLength}
        value={texts.description}
        onText={(description) => setTexts({ ...texts, description })}
      />
    </OwnForm>
  )
}
