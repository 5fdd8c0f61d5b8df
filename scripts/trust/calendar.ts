// Calendar mails and feeds, read by a program that is not ours.
import { hasKhal } from '../../server/test-support/khal.ts'
import { Missing, type Scenario } from './scenario.ts'
import { suite } from './test-suites.ts'

export const calendar: Scenario[] = [
  {
    name: 'calendar',
    did: 'invite, change and cancel by mail, each opened by khal; and a feed',
    async run() {
      if (!hasKhal()) throw new Missing('khal is not installed')
      return suite(['server/modules/tickets/khal.test.ts', 'server/modules/feeds/khal.test.ts'])
    },
  },
]
