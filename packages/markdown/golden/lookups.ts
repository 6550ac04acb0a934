import { compileAlertWords } from '../src/alert-words.ts'
import { compileLinkifiers } from '../src/linkifier.ts'
import { noLookups, type Lookups } from '../src/lookups.ts'

/** The organization in which the golden files are rendered. */
export const goldenLookups: Lookups = {
  users: [
    { id: 12, name: 'Iris Okafor', active: true },
    { id: 14, name: 'Otto Lind', active: true },
    { id: 15, name: 'Otto Lind', active: true },
    { id: 16, name: 'Gone Gustav', active: false },
    { id: 17, name: 'Tom & <Ann>', active: true },
  ],
  groups: [
    { id: 5, name: 'support', label: 'support', active: true },
    { id: 6, name: 'night shift', label: 'night shift', active: false },
    { id: 2, name: 'role:administrators', label: 'Administrators', active: true },
  ],
  channels: [
    { id: 3, name: 'front desk' },
    { id: 4, name: 'R&D (lab)' },
    { id: 8, name: 'Übung' },
  ],
  topics: [
    { channelId: 3, topic: 'Keys', latestMessageId: 88 },
    { channelId: 3, topic: '', latestMessageId: 90 },
  ],
  emoji: [
    { name: 'party_parrot', url: '/user_avatars/1/emoji/images/7.gif' },
    { name: 'tada', url: '/user_avatars/1/emoji/images/8.png' },
  ],
  pages: [],
  media: [
    {
      pathId: '1/ab/garden.png',
      contentType: 'image/png',
      image: {
        width: 1920,
        height: 1080,
        animated: false,
        thumbnailUrl: '/user_uploads/thumbnail/1/ab/garden.png/840x560.webp',
        transcoded: null,
      },
    },
    {
      pathId: '1/ab/wave.gif',
      contentType: 'image/gif',
      image: {
        width: 64,
        height: 48,
        animated: true,
        thumbnailUrl: '/user_uploads/thumbnail/1/ab/wave.gif/840x560-anim.webp',
        transcoded: null,
      },
    },
    {
      pathId: '1/ab/phone.heic',
      contentType: 'image/heic',
      image: {
        width: 3000,
        height: 4000,
        animated: false,
        thumbnailUrl: '/user_uploads/thumbnail/1/ab/phone.heic/840x560.webp',
        transcoded: '3000x4000.webp',
      },
    },
    {
      pathId: '1/ab/fresh.jpg',
      contentType: 'image/jpeg',
      image: { width: 800, height: 600, animated: false, thumbnailUrl: null, transcoded: null },
    },
    { pathId: '1/ab/tour.mp4', contentType: 'video/mp4', image: null },
    { pathId: '1/ab/bells.mp3', contentType: 'audio/mpeg', image: null },
    { pathId: '1/ab/notes.pdf', contentType: 'application/pdf', image: null },
  ],
  linkifiers: compileLinkifiers([
    { pattern: '#(?P<id>[0-9]+)', urlTemplate: 'https://tickets.example/{id}' },
    {
      pattern: '(?P<repo>[a-z]+)@(?P<commit>[0-9a-f]{7,40})',
      urlTemplate: 'https://code.example/{repo}{?commit}',
    },
  ]),
  alertWords: compileAlertWords([
    { userId: 12, words: ['lighthouse', 'tea time'] },
    { userId: 14, words: ['Tea'] },
  ]),
  options: {
    ...noLookups.options,
    organizationUrl: 'https://chat.example.com',
    externalMediaUrl: (address) => `/external/${encodeURIComponent(address)}`,
  },
}

/** The changes of the lookups that a word in brackets before a case's name makes. */
export const goldenVariants: Readonly<Record<string, Lookups>> = {
  emoticons: { ...goldenLookups, options: { ...goldenLookups.options, translateEmoticons: true } },
  'no previews': { ...goldenLookups, options: { ...goldenLookups.options, imagePreviews: false } },
  'no external media': { ...goldenLookups, options: { ...goldenLookups.options, externalMediaUrl: null } },
  'default python': {
    ...goldenLookups,
    options: { ...goldenLookups.options, defaultCodeLanguage: 'python' },
  },
}
