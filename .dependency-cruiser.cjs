// The direction of imports, as docs and CONTRIBUTING.md tell it. Each rule says what to do instead.
const forbid = (name, comment, from, to) => ({ name, severity: 'error', comment, from, to })

module.exports = {
  forbidden: [
    forbid(
      'no-cycles',
      'Two files that need each other are one idea, or need a third. Types count too.',
      {},
      { circular: true },
    ),
    forbid(
      'contract-imports-nothing-of-ours',
      'contract/ imports zod and nothing of ours.',
      { path: '^contract/' },
      { path: '^(app|server|e2e|bench|scripts)/' },
    ),
    forbid(
      'contract-only-zod',
      'contract/ imports zod and nothing else from outside; drand.ts the curves that a round is signed on.',
      { path: '^contract/', pathNot: ['\\.test\\.ts$', '^contract/drand\\.ts$'] },
      { path: 'node_modules', pathNot: 'node_modules/zod/' },
    ),
    forbid(
      'app-not-server',
      'app runs in browsers; what both need goes to contract/.',
      { path: '^app/' },
      { path: '^server/' },
    ),
    forbid(
      'server-not-app',
      'server loads the built pages through http/ssr.ts, never their sources.',
      { path: '^server/' },
      { path: '^app/' },
    ),
    forbid(
      'lib-and-ui-know-no-domain',
      'ui/ and lib/ could ship in another product.',
      { path: '^app/(ui|lib)/' },
      { path: '^app/(pages|layout|features|session)/' },
    ),
    forbid(
      'session-below-features',
      'session/ is used by features, not the other way round.',
      { path: '^app/session/' },
      { path: '^app/(pages|layout|features)/' },
    ),
    forbid(
      'features-below-pages',
      'Features meet in pages.',
      { path: '^app/features/' },
      { path: '^app/(pages|layout)/' },
    ),
    forbid(
      'features-meet-at-slots',
      'Another feature is reached through its slot.tsx, or in a page.',
      { path: '^app/features/([^/]+)/' },
      { path: '^app/features/', pathNot: ['^app/features/$1/', '/slot\\.tsx$'] },
    ),
    forbid(
      'modules-know-no-fastify',
      "Only http/, cache/, edge/, app.ts and a module's http.ts import Fastify.",
      {
        path: '^server/',
        pathNot: [
          '^server/(http|cache|edge)/',
          '^server/(app|module)\\.ts$',
          '^server/modules/.*http\\.ts$',
          '^server/mail/outbox-page\\.ts$',
          '^server/test-support/',
          '\\.test\\.ts$',
        ],
      },
      { path: 'node_modules/(fastify|@fastify)/' },
    ),
    forbid(
      'modules-are-on-top',
      'Whatever modules use knows no module: they are handed to it by app.ts, or what both need moves below.',
      { path: '^server/[^/]+/', pathNot: ['^server/(modules|test-support)/', '\\.test\\.ts$'] },
      { path: '^server/modules/' },
    ),
    forbid(
      'only-queries-and-commands-touch-the-database',
      'Move the query to queries.ts or commands.ts of the module.',
      { path: '^server/modules/[^/]+/(routes|policy)\\.ts$' },
      { path: '^server/db/', pathNot: '^$', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'module-only-names-its-tables',
      'Move the query to queries.ts or commands.ts of the module; module.ts names tables for `tables`.',
      { path: '^server/modules/[^/]+/module\\.ts$' },
      { path: '^server/db/', pathNot: '^server/db/schema/', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'modules-meet-at-their-fronts',
      'Another module is reached through its module.ts or queries.ts.',
      { path: '^server/modules/([^/]+)/', pathNot: '\\.test\\.ts$' },
      { path: '^server/modules/[^/]+/', pathNot: ['^server/modules/$1/', '/(module|queries)\\.ts$'] },
    ),
    forbid(
      'one-way-out',
      'An address that a person supplies is reached through deps.outside (net/outside.ts). These files serve, or reach what the operator has set.',
      {
        path: '^server/',
        pathNot: [
          '^server/net/',
          // They serve.
          '^server/edge/(front-door|port-sockets)\\.ts$',
          '^server/http/errors\\.ts$',
          // DATABASE_URL and the embedded database, SMTP_URL, S3_ENDPOINT, GOOGLE_ISSUER, REDIS_URL.
          '^server/db/',
          '^server/cache/change-listener\\.ts$',
          '^server/mail/(smtp|folder-outbox)\\.ts$',
          '^server/storage/',
          '^server/modules/auth/google\\.ts$',
          '^server/modules/installation/checks\\.ts$',
          '^server/(open-deps|test-support/.*)\\.ts$',
          '\\.test\\.ts$',
        ],
      },
      {
        path: '^((node:)?(http|https|http2|tls|dns|dgram)(/|$)|node_modules/(undici|pg|ioredis|nodemailer|openid-client|@aws-sdk)/)',
        dependencyTypesNot: ['type-only'],
      },
    ),
    forbid(
      'tests-support-stays-in-tests',
      'test-support is for tests.',
      { path: '^(server|app|contract)/', pathNot: ['\\.test\\.tsx?$', '/test-rows\\.ts$', '^server/test-support/'] },
      { path: '^server/test-support/' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(build|data|\\.react-router)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
      conditionNames: ['import', 'node', 'default'],
      exportsFields: ['exports'],
    },
  },
}
