-- For wrk: jobs at a steady pace, each connection a version every 32 ms, ten versions of a job.
local sent = 0
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"

function delay()
  return 32
end

function request()
  sent = sent + 1
  local number = string.format("%05d", sent % 100000)
  return wrk.format(nil, nil, nil, '{"delivery_id":"J-' .. math.floor(sent / 10) ..
    '","status":"unterwegs","ware":"Blumen","abholung":{"name":"Apotheke Krüger","telefon":"030 23125' ..
    number .. '"},"zustellung":{"name":"Labor Süß","telefon":"040 66969' .. number .. '"}}')
end
