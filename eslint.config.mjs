import hooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'
import { texts } from './scripts/lint-texts.mjs'
import { titles } from './scripts/lint-titles.mjs'

// The original specification has their texts to the letter, and they stand where its screens are built.
const ORIGINAL_SCREENS = [
  'app/features/{address,auth,contact-form,events,location,reading,search}/**',
  'app/features/account/{account-tiles,password-form,profile-form}.tsx',
  'app/features/favourites/{card-heart,favourite-button}.tsx',
  'app/features/profile-photo/{face,photo-choice}.tsx',
  'app/features/tickets/{booked-dialog,booking-card,booking-panel,booking-statistics,my-bookings,own-page}.tsx',
  'app/features/tickets/{panel-lines,quantity-stepper,ticket-face}.tsx',
]

// Loaded with a list or an event's page, or as its small parts: a dictionary would bring along what later parts say, or be one
// more file there.
const IN_FIRST_VIEWS = [
  'app/features/*/{slot,soon}.tsx',
  'app/features/{nearby,past-bookings}/**',
  'app/features/creators/{follow-button,use-follow}.tsx',
  'app/features/favourites/{device-favourites,use-favourite}.ts',
  'app/features/sharing/share-button.tsx',
  'app/features/tickets/{availability,booking-notes,booking-strip,going,use-booking}.{ts,tsx}',
]

// Two or three sentences each, and few files may be as short as their dictionaries would be (scripts/check-structure.ts).
const OF_FEW_SENTENCES = ['app/features/{booking-questions,featured,offline,popular,questions,review}/**']

const codeLines = (max) => ['error', { max, skipBlankLines: false, skipComments: false }]

export default tseslint.config(
  {
    ignores: [
      'node_modules',
      'build',
      'data',
      '.react-router',
      'test-results',
      'screenshots',
      'scripts/*.mjs',
      '*.config.mjs',
      '.dependency-cruiser.cjs',
    ],
  },
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', destructuredArrayIgnorePattern: '^_' },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/no-misused-promises': [
        'error',
        { checksVoidReturn: { attributes: false, properties: false } },
      ],
      '@typescript-eslint/only-throw-error': 'off',
      '@typescript-eslint/no-base-to-string': 'off',
      '@typescript-eslint/require-await': 'off',
      'no-empty-pattern': 'off',
      'max-lines': codeLines(400),
      eqeqeq: 'error',
      'no-console': 'off',
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportAllDeclaration', message: 'No barrels: a reader jumps from a use to its definition.' },
        {
          selector: 'ObjectExpression > SpreadElement > ObjectExpression',
          message: 'Write the fields out: packing them into a spread saves lines and costs readers.',
        },
        {
          selector:
            "ConditionalExpression[test.operator='==='][test.right.value=1][consequent.type=/Literal$/][alternate.type=/Literal$/]",
          message: 'How many forms a word has is known to contract/counted.ts only: counted() or formOf().',
        },
        {
          selector: "Identifier[name='localStorage']",
          message: 'Device storage is read and written in app/lib/device-storage.ts only.',
        },
        {
          selector: "MemberExpression[object.name='process'][property.name='env']",
          message: 'Settings are read in server/config.ts only.',
        },
      ],
    },
  },
  { files: ['**/*.test.ts', '**/*.test.tsx', 'e2e/**'], rules: { 'max-lines': codeLines(500) } },
  {
    files: [
      'server/config.ts',
      'app/lib/device-storage.ts',
      'e2e/**',
      '*.config.ts',
      'scripts/**',
      'bench/**',
      'server/test-support/**',
      '**/*.test.ts',
      '**/*.test.tsx',
    ],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    files: ['server/**/*.ts'],
    // The last two ask what the operator has set: PUBLIC_URL, and our own port.
    ignores: ['server/test-support/**', '**/*.test.ts', 'server/modules/installation/checks.ts', 'server/process.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        ...['fetch', 'WebSocket', 'EventSource'].map((name) => ({
          name,
          message: 'An address that a person supplies is reached through deps.outside (server/net/outside.ts).',
        })),
      ],
    },
  },
  {
    files: ['server/**/*.ts'],
    // The embedded database is on this machine.
    ignores: ['server/test-support/**', '**/*.test.ts', 'server/db/**'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          name: 'node:net',
          importNames: ['connect', 'createConnection', 'Socket', 'default'],
          allowTypeImports: true,
          message: 'An address that a person supplies is reached through deps.outside (server/net/outside.ts).',
        },
      ],
    },
  },
  {
    files: ['server/test-support/stripe/**/*.ts'],
    // The one that reads JSON.
    ignores: ['server/test-support/stripe/check-wire.ts'],
    rules: {
      '@typescript-eslint/consistent-type-assertions': [
        'error',
        // `as const` is no cast.
        { assertionStyle: 'never' },
      ],
    },
  },
  {
    files: ['app/**/*.tsx', 'app/**/*.ts'],
    plugins: { 'react-hooks': hooks, own: { rules: { texts, titles } } },
    rules: {
      'own/titles': 'error',
      ...hooks.configs.recommended.rules, // What the device knows (token, permission) can only be read after hydration.
      'react-hooks/set-state-in-effect': 'off',
    },
  },
  {
    files: ['app/features/**/*.{ts,tsx}', 'app/door/**/*.{ts,tsx}', 'app/ui/question-*.{ts,tsx}'],
    ignores: [
      // The door that tests play.
      'app/door/played-door.ts',
      ...['**/*.test.{ts,tsx}', '**/words.{ts,tsx}', '**/*-words.{ts,tsx}'],
      ...ORIGINAL_SCREENS,
      ...IN_FIRST_VIEWS,
      ...OF_FEW_SENTENCES,
    ],
    rules: { 'own/texts': 'error' },
  },
)
