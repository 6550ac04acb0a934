import { platformClock } from '@tagma/client/clock.ts'
import { recordingStorage } from '#kept/recording-storage.ts'
import { Recorder, type RecordingStore } from '#outbox/recorder.ts'
import type { App } from '#state/use-app.ts'
import { openMicrophone } from '#wire/microphone.ts'
import { tabClaims } from '#wire/tab-claims.ts'
import { withLength } from '#wire/webm-length.ts'
import { t } from '#words/words.ts'

const recorders = new WeakMap<App, Recorder>()
const mib = 1024 * 1024

/** Returns the page's one recorder of voice messages. The words of the area `voice` have to be there. */
export function recorderOf(app: App): Recorder {
  const known = recorders.get(app)
  if (known) return known
  const { store } = app
  const recorder = new Recorder({
    get: () => store.get().recordings,
    set: (recordings) => store.set({ recordings }),
    clock: platformClock,
    open: openMicrophone,
    kept: storageOf(app),
    claim: tabClaims('recording').claim,
    mostBytes: () => (store.get().state?.max_file_upload_size_mib ?? 0) * mib,
    nameOf,
    finish: withLength,
  })
  recorders.set(app, recorder)
  app.writing.followMoves((...move) => recorder.move(...move))
  addEventListener('beforeunload', (event) => {
    // The browser asks whether one wants to leave.
    if (recorder.place) event.preventDefault()
  })
  for (const name of ['visibilitychange', 'pagehide'] as const)
    document.addEventListener(name, () => recorder.flush())
  return recorder
}

/** Opens the storage once it is known whose page this is. */
function storageOf({ store }: App): RecordingStore {
  let storage: RecordingStore | undefined
  const open = () => (storage ??= recordingStorage(store.get().state?.user_id ?? 0))
  return {
    load: async () => open().load(),
    put: async (recording) => open().put(recording),
    addPart: async (...part) => open().addPart(...part),
    remove: async (id) => open().remove(id),
  }
}

const endings: Readonly<Record<string, string>> = {
  'audio/webm': 'webm',
  'audio/ogg': 'ogg',
  'audio/mp4': 'm4a',
}

/** Names a file by the moment it was recorded at, in this zone: it sorts, and no system refuses it. */
function nameOf(startedAt: number, type: string): string {
  const shifted = new Date(startedAt - new Date(startedAt).getTimezoneOffset() * 60_000)
  const moment = shifted.toISOString().slice(0, 19).replace('T', ' ').replaceAll(':', '.')
  return `${t('voice.name')} ${moment}.${endings[type] ?? 'audio'}`
}
