-- For wrk: the 200-byte webhook that every intake benchmark sends.
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
wrk.body = '{"delivery_id":"J-4711","status":"picked_up","text":"' .. string.rep("x", 146) .. '"}'
