import { isMine, type DescribedTable } from '../../access/personal-data.ts'
import { eventSearch, searchWords } from '../../db/schema/event-search.ts'
import { pendingChanges } from '../../db/schema/event-states.ts'
import { events } from '../../db/schema/events.ts'

export const eventTables: DescribedTable[] = [
  {
    // What took place stays for those who were there, without what its creator said of themselves and without pictures.
    table: events,
    of: isMine(events.creatorId),
    by: events.id,
    personal: ['organizerDescription', 'imageUrl', 'transferTo', 'creationKey', 'creationHash'],
    plain: [
      ...['title', 'titleFolded', 'description', 'venue', 'timeZone', 'town', 'categories', 'accessFacts'],
      ...['language', 'sureness', 'payBy'],
      ...['status', 'latitude', 'longitude', 'artistDescription', 'imageTint', 'posterSeed'],
      ...[
        'seriesDay',
        'ownFields',
        'hiddenReason',
        'hiddenWith',
        'review',
        'reviewReasons',
        'admission',
        'ballot',
        'bookingUrl',
      ],
    ],
    secret: ['linkKey'],
    atDeletion: () => ({
      organizerDescription: null,
      transferTo: null,
      imageUrl: null,
      imageWidths: [],
      imageTint: null,
      creationKey: null,
      creationHash: null,
    }),
  },
  { table: pendingChanges, plain: ['before', 'note'] },
  // Words of what events say; the trigger rewrites them when a creator's name changes, and erasure.ts removes the words
  // of the name itself.
  { table: eventSearch, plain: ['title', 'front', 'whole'] },
  { table: searchWords, plain: ['word', 'spellings'] },
]
