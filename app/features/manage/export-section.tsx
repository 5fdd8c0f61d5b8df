import type { Event } from '../../../contract/events.ts'
import { loadApi } from '../../lib/load-api.ts'
import { saveFile } from '../../lib/save-file.ts'
import { useAct } from '../../lib/use-act.ts'
import { Button } from '../../ui/button.tsx'
import { FormMessage } from '../../ui/message.tsx'
import { useProof } from '../proof/slot.tsx'
import { Section } from './section.tsx'
import * as words from './event-words.ts'

/** The whole event as a file, for keeping it or for going elsewhere with it. */
export function ExportSection({ event: { id } }: { event: Event }) {
  const { isBusy, outcome, act } = useAct(words.notExported, () => undefined)
  const save = () =>
    act(async () => {
      const { eventExport } = await loadApi()
      const file = await withProof(() => eventExport.event({ params: { eventId: id } }), 'export')
      saveFile(`event-${id}.zip`, file)
      return words.fileIsInDownloads
    })
  const { withProof, proofDialog } = useProof('export-heading', { export: () => void save() })
  return (
    <Section id="export-heading" title="Export">
      <p className="quiet">{words.aboutExport}</p>
      <div className="row wrap gap-8">
        <Button look="outlined" disabled={isBusy} aria-busy={isBusy} onClick={() => void save()}>
          {words.exportEvent}
        </Button>
      </div>
      <FormMessage {...outcome} />
      {proofDialog}
    </Section>
  )
}
