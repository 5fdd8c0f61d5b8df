import { counted } from '../../../contract/counted.ts'
import { useState } from 'react'
import type { QuestionResults } from '../../../contract/surveys.ts'
import { useCall } from '../../data/use-call.ts'
import { failureSentence } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { saveCsv } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { FormMessage, TryAgain } from '../../ui/message.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import style from './surveys.module.css'
import * as words from './result-words.ts'

const WIDTH = 100

function Bars({ question: { kind, counts, answered } }: { question: QuestionResults }) {
  const most = Math.max(1, answered)
  const wordsOf = (choice: string) => (kind === 'stars' ? counted(Number(choice), 'star') : choice)
  return (
    <>
      <ul className={style.bars} aria-hidden="true">
        {counts.map(({ choice, count }) => (
          <li key={choice} className={style.choice}>
            <span>{wordsOf(choice)}</span>
            <span>{Math.round((count / most) * 100)}%</span>
            <svg viewBox={`0 0 ${WIDTH} 6`} preserveAspectRatio="none">
              <rect className={style.track} width={WIDTH} height="6" />
              <rect className={style.bar} width={(count / most) * WIDTH} height="6" />
            </svg>
          </li>
        ))}
      </ul>
      <details>
        <summary>{words.asTable}</summary>
        <table className={style.table}>
          <thead>
            <tr>
              <th scope="col">Answer</th>
              <th scope="col">Count</th>
            </tr>
          </thead>
          <tbody>
            {counts.map(({ choice, count }) => (
              <tr key={choice}>
                <th scope="row">{wordsOf(choice)}</th>
                <td>{count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  )
}

function Texts({ question: { label, texts, answered } }: { question: QuestionResults }) {
  return (
    <>
      {/* It scrolls, so it takes the focus. */}
      <ul className={style.texts} tabIndex={0} aria-label={words.answersTo(label)}>
        {texts.map(({ text, name }, at) => (
          <li key={at}>
            {text}
            {name && <span className="quiet small"> ({name})</span>}
          </li>
        ))}
      </ul>
      {answered > texts.length && <p className="quiet small">{words.theFirst(texts.length)}</p>}
    </>
  )
}

export function QuestionChart({ question }: { question: QuestionResults }) {
  const { kind, label, answered, counts } = question
  const average = kind === 'stars' ? words.averageWords(counts) : null
  return (
    <section className={style.question}>
      <h3>{label}</h3>
      <p className="quiet small">{[words.answers(answered), average].filter(Boolean).join(', ')}</p>
      {kind === 'text' ? answered > 0 && <Texts question={question} /> : <Bars question={question} />}
    </section>
  )
}

export default function SurveyResults({ surveyId }: { surveyId: number }) {
  const { loaded, reload } = useCall(`results ${surveyId}`, (api) => api.surveys.results({ params: { surveyId } }))
  const [problem, setProblem] = useState<string | null>(null)
  if (loaded.state === 'loading') return <Spinner label={words.loadingResults} />
  if (loaded.state === 'failed')
    return (
      <TryAgain onPress={reload}>
        <p>{failureSentence(loaded.error, words.resultsNotLoaded)}</p>
      </TryAgain>
    )
  const { questions, ...results } = loaded.value
  const download = async () => {
    setProblem(null)
    try {
      const csv = await (await loadApi()).surveys.resultsCsv({ params: { surveyId } })
      saveCsv(`survey-${surveyId}.csv`, csv)
    } catch (error) {
      setProblem(failureSentence(error, words.fileNotPrepared))
    }
  }
  return (
    <div className={style.results}>
      <h2>Results</h2>
      <p>{words.countWords(results)}</p>
      {results.shown > 0 && (
        <>
          {questions.map((question, at) => (
            <QuestionChart key={at} question={question} />
          ))}
          <FormMessage problem={problem} />
          <div>
            <Button look="outlined" onClick={() => void download()}>
              {words.downloadCsv}
            </Button>
          </div>
        </>
      )}
    </div>
  )
}
