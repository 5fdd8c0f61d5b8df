#!/bin/sh
# Builds the image, starts it, books, restarts, and proves a backup: for a machine with Docker (.github/workflows/test.yml).
set -eu
cd "$(dirname "$0")/.."
export POSTGRES_PASSWORD="${POSTGRES_PASSWORD:-try}" COMMIT="${COMMIT:-$(git rev-parse HEAD)}"
compose() { docker compose -f deploy/compose.yaml "$@"; }
trap 'compose logs app | tail -50; compose down --volumes' EXIT

compose up --build --detach --wait
site=http://localhost:8080
call() { curl --fail --silent --show-error --header 'content-type: application/json' "$@"; }
call "$site/api/health" | grep --quiet "$(printf %.12s "$COMMIT")"
compose exec -T app sh -c 'test "$(id -u)" != 0 && ! touch /app/new 2>/dev/null'

token=$(call "$site/api/auth/register" \
  --data '{"email":"nora@example.org","password":"correct horse 7","firstName":"Nora","lastName":"Byrne"}' |
  sed 's/.*"access_token":"\([^"]*\)".*/\1/')
event=$(call "$site/api/events" --header "authorization: Bearer $token" \
  --data '{"title":"Ceilidh","description":"Everybody comes.","venue":"Dublin","capacity":5,"isDraft":false,"startTime":"2099-01-01T10:00:00Z","endTime":"2099-01-01T12:00:00Z"}' |
  sed 's/^{"id":\([0-9]*\).*/\1/')
call "$site/api/tickets" --header "authorization: Bearer $token" --data "{\"eventId\":$event,\"numberOfTickets\":2}" >/dev/null

compose restart app
compose up --detach --wait
call "$site/api/tickets" --header "authorization: Bearer $token" | grep --quiet '"numberOfTickets":2'

compose exec -T app node scripts/backup.ts /data/backup
compose exec -T app node scripts/restore.ts --check /data/backup
du=$(compose exec -T app du -sm /app | cut -f1)
test "$du" -lt 200 || { echo "what the image copies has $du MB"; exit 1; }
echo "The image was built, started, booked, restarted and restored; /app has $du MB."
